//! The types of the cells of a drawing, and its directions.

/// The node types, by the codes of the master's thesis on Siguo search (NUAA) that the project
/// began from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(i8)]
pub enum NodeType {
    /// -1: not on the board.
    Illegal = -1,
    /// 0: between two stations of the centre; drawn, but no station.
    PassThrough = 0,
    /// 1: headquarters 大本营.
    Headquarters = 1,
    /// 2: camp 行营.
    Camp = 2,
    /// 3: inner point, off the railway.
    Inner = 3,
    /// 4: point of a horizontal railway.
    HorizontalRail = 4,
    /// 5: point of a vertical railway.
    VerticalRail = 5,
    /// 6: turning corner, where a curve meets.
    TurningCorner = 6,
    /// 7: right-angle point or crossing.
    RightAngle = 7,
}

impl NodeType {
    /// Whether a piece can stand here.
    pub fn is_station(self) -> bool {
        self as i8 >= 1
    }

    /// Whether a railway passes here.
    pub fn is_rail(self) -> bool {
        self as i8 >= 4
    }
}

/// A direction on the drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Towards row 16.
    Down,
    /// Towards column 0.
    Left,
    /// Towards column 16.
    Right,
}

impl Direction {
    /// Rows and columns of one step.
    pub(super) fn step(self) -> (i32, i32) {
        match self {
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
        }
    }

    pub(super) fn is_vertical(self) -> bool {
        matches!(self, Self::Up | Self::Down)
    }

    pub(super) fn allowed_by(self, code: NodeType) -> bool {
        match code {
            NodeType::HorizontalRail => !self.is_vertical(),
            NodeType::VerticalRail => self.is_vertical(),
            _ => code.is_rail(),
        }
    }
}
