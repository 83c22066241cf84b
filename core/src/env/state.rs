//! A state of a game: a history of actions, and what follows from it.

use super::actions::Numbering;
use super::deal::{Deal, deployment, kinds, next_kinds};
use super::error::EnvError;
use super::game::Game;
use super::observer::{Eyes, Observer};
use crate::game::belief::{Evidence, View, Visibility};
use crate::game::board::{ArmShape, Seat, SeatSet, Station, StationSet};
use crate::game::rules::{Act, Deployment, Event, Kind, Move, Outcome, PieceId, World};
use rand::{Rng, RngExt};
use std::fmt;
use std::sync::Arc;

/// Who acts next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Chance deals.
    Chance,
    /// A player, by number.
    Player(usize),
    /// The game is over.
    Over,
}

/// A state of a game.
#[derive(Clone)]
pub struct State {
    pub(super) game: Arc<Game>,
    history: Vec<u32>,
    /// `None` until all armies are dealt.
    pub(super) play: Option<Box<Play>>,
}

impl State {
    /// The state before anything is dealt.
    pub fn start(game: &Arc<Game>) -> Self {
        Self { game: game.clone(), history: vec![], play: None }
    }

    /// The state after a history of actions and chance outcomes.
    ///
    /// # Errors
    ///
    /// If one of them is not possible.
    pub fn after(game: &Arc<Game>, history: &[u32]) -> Result<Self, EnvError> {
        let mut state = Self::start(game);
        history.iter().try_for_each(|&action| state.apply(action))?;
        Ok(state)
    }

    /// A state with the armies dealt as chance deals them; with [`Deal::Players`] the start.
    pub fn dealt(game: &Arc<Game>, rng: &mut impl Rng) -> Self {
        let mut state = Self::start(game);
        for _ in game.seats() {
            match game.options().deal {
                Deal::Uniform => state.deal_army(&Deployment::sample_on(game.board().shape(), rng)),
                Deal::Pool => state.deal_army(&game.pool()[rng.random_range(0..game.pool().len())]),
                Deal::Players => {}
            }
        }
        state
    }

    /// Deals or places the next army as a whole.
    pub(super) fn deal_army(&mut self, army: &Deployment) {
        let steps: Vec<u32> = match self.game.options().deal {
            Deal::Uniform => kinds(army).into_iter().map(|kind| kind.index() as u32).collect(),
            Deal::Players => {
                let placement = |kind| self.game.action_numbers().placement(kind);
                kinds(army).into_iter().map(placement).collect()
            }
            Deal::Pool => {
                let number = self.game.pool().iter().position(|other| other == army);
                vec![number.expect("only deployments of the pool are dealt") as u32]
            }
        };
        self.history.extend(steps);
        self.begin().expect("legal deployments make a position");
    }

    /// The shape of the arms.
    pub(super) fn shape(&self) -> &'static ArmShape {
        self.game.board().shape()
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// All actions and chance outcomes so far.
    pub fn history(&self) -> &[u32] {
        &self.history
    }

    /// The first position as an observer saw it and the public events since, once the armies are dealt.
    pub(super) fn seen_by(&self, eyes: Eyes) -> Option<(View, &[Event])> {
        let play = self.play.as_ref()?;
        Some((play.first_view(&self.game, eyes), play.events()))
    }

    /// The last event since the armies are dealt.
    pub(super) fn last_event(&self) -> Option<&Event> {
        self.play.as_ref()?.events().last()
    }

    /// The full truth, once the armies are dealt.
    pub fn world(&self) -> Option<&World> {
        self.play.as_deref().map(Play::world)
    }

    /// Who acts next.
    pub fn turn(&self) -> Turn {
        match &self.play {
            Some(play) if play.world().outcome().is_some() => Turn::Over,
            Some(play) => Turn::Player(self.game.player(play.world().turn())),
            None if self.game.options().deal == Deal::Players => Turn::Player(self.dealing()),
            None => Turn::Chance,
        }
    }

    /// The player whose army is dealt next.
    pub(super) fn dealing(&self) -> usize {
        self.history.len() / self.game.deal_steps()
    }

    /// The choices of an army so far.
    pub(super) fn army_steps(&self, player: usize) -> &[u32] {
        let steps = self.game.deal_steps();
        let dealt = self.history.len();
        &self.history[dealt.min(player * steps)..dealt.min((player + 1) * steps)]
    }

    /// The kinds on a player's posts so far, in reading order from the front.
    pub(super) fn placed(&self, player: usize) -> Vec<Kind> {
        let steps = self.army_steps(player).iter();
        match self.game.options().deal {
            Deal::Uniform => steps.map(|&step| Kind::ALL[step as usize]).collect(),
            Deal::Players => {
                steps.filter_map(|&step| self.game.action_numbers().placed_kind(step)).collect()
            }
            Deal::Pool => steps.flat_map(|&step| kinds(&self.game.pool()[step as usize])).collect(),
        }
    }

    /// Begins to play once all armies are dealt.
    fn begin(&mut self) -> Result<(), EnvError> {
        if self.history.len() == self.game.deal_length() {
            self.play = Some(Play::new(&self.game, &self.armies())?.into());
        }
        Ok(())
    }

    /// The dealt armies by seat, once all are.
    pub(super) fn armies(&self) -> [Option<Deployment>; 4] {
        let mut armies = [None; 4];
        for (player, seat) in self.game.seats().iter().enumerate() {
            armies[seat.index()] = Some(deployment(self.shape(), &self.placed(player)));
        }
        armies
    }

    /// The outcomes of a chance node in order, each with its probability; none elsewhere.
    pub fn chance_outcomes(&self) -> Vec<(u32, f64)> {
        let pool = self.game.pool().len();
        match (self.turn(), self.game.options().deal) {
            (Turn::Chance, Deal::Pool) => {
                (0..pool as u32).map(|n| (n, 1.0 / pool as f64)).collect()
            }
            (Turn::Chance, _) => {
                let placed = self.placed(self.dealing());
                let all = self.shape().completions(&placed) as f64;
                let mut outcomes = vec![];
                for (kind, ways) in next_kinds(self.shape(), &placed) {
                    outcomes.push((kind.index() as u32, ways as f64 / all));
                }
                outcomes
            }
            _ => vec![],
        }
    }

    /// The legal actions of the player to act, in order; none at a chance node and at the end.
    pub fn legal_actions(&self) -> Vec<u32> {
        let mut list = vec![];
        self.each_legal_action(Seat::South, |action| list.push(action));
        list.sort_unstable();
        list
    }

    /// The legal moves; none before the armies are placed, and at the end.
    pub(super) fn legal_moves(&self) -> impl Iterator<Item = Move> {
        self.play.iter().flat_map(|play| play.world().moves())
    }

    /// Calls a function for each legal action, in no order, on the board turned so that a seat's arm is
    /// at the bottom.
    pub(super) fn each_legal_action(&self, bottom: Seat, mut each: impl FnMut(u32)) {
        match (&self.play, self.turn()) {
            (Some(play), _) => {
                let actions = self.game.action_numbers();
                play.world().moves().for_each(|m| each(actions.of_move(m, bottom)));
            }
            (None, Turn::Player(player)) => {
                for (kind, _) in next_kinds(self.shape(), &self.placed(player)) {
                    each(self.game.action_numbers().placement(kind));
                }
            }
            _ => {}
        }
    }

    /// Checks an action of a player without making it.
    ///
    /// # Errors
    ///
    /// If it is not legal.
    pub(super) fn check(&self, action: u32) -> Result<(), EnvError> {
        let Some(play) = &self.play else {
            let legal = self.legal_actions();
            return if legal.contains(&action) {
                Ok(())
            } else {
                Err(EnvError::Placement(action, legal))
            };
        };
        if self.turn() == Turn::Over {
            return Err(EnvError::Over);
        }
        let m = self.to_move(action)?;
        let from: StationSet = [m.from].into_iter().collect();
        if play.world().moves_from(from).any(|legal| legal.to == m.to) {
            return Ok(());
        }
        Ok(play.world().clone().play(m).map(drop)?)
    }

    fn to_move(&self, action: u32) -> Result<Move, EnvError> {
        let most = self.game.actions() - 1;
        if action > most {
            return Err(EnvError::Number(action.into(), most));
        }
        self.game.action_numbers().to_move(action).ok_or(EnvError::Placed(action))
    }

    /// Makes an action of the player to act, or takes an outcome of a chance node.
    ///
    /// # Errors
    ///
    /// If it is not legal here; nothing changes then.
    pub fn apply(&mut self, action: u32) -> Result<(), EnvError> {
        match self.turn() {
            Turn::Over => return Err(EnvError::Over),
            Turn::Chance => {
                let outcomes: Vec<u32> = self.chance_outcomes().iter().map(|o| o.0).collect();
                if !outcomes.contains(&action) {
                    return Err(EnvError::Outcome(action, outcomes));
                }
            }
            Turn::Player(_) if self.play.is_none() => self.check(action)?,
            Turn::Player(_) => {
                let m = self.to_move(action)?;
                self.play.as_mut().map_or(Ok(()), |play| play.make(m))?;
            }
        }
        self.history.push(action);
        if self.play.is_none() { self.begin() } else { Ok(()) }
    }

    /// Takes back the last action or chance outcome; returns it, or `None` at the start.
    pub fn undo(&mut self) -> Option<u32> {
        let (&last, rest) = self.history.split_last()?;
        *self = Self::after(&self.game, rest).expect("these actions were possible before");
        Some(last)
    }

    /// The result for each player so far: 1 for those whose team won, -1 for those whose team lost, 0 in
    /// a draw and while the game goes on.
    pub fn returns(&self) -> Vec<f64> {
        let winner = match self.world().and_then(|world| world.outcome()) {
            Some(Outcome::Win(team)) => Some(team),
            _ => None,
        };
        let rules = self.game.rules();
        let value = |&seat: &Seat| match winner {
            Some(team) if rules.team(seat) == team => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        };
        self.game.seats().iter().map(value).collect()
    }

    /// The seat of a player.
    ///
    /// # Errors
    ///
    /// If there is no such player.
    pub fn seat(&self, player: usize) -> Result<Seat, EnvError> {
        let seats = self.game.seats();
        seats.get(player).copied().ok_or(EnvError::Player(player, seats.len() - 1))
    }
}

/// Observers.
impl State {
    /// What an observer knows.
    ///
    /// # Errors
    ///
    /// If there is no such player.
    pub(super) fn eyes(&self, observer: Observer) -> Result<Eyes, EnvError> {
        let all = self.game().rules().seats();
        Ok(match observer {
            Observer::Player(player) => self.eyes_of(self.seat(player)?),
            Observer::Public => {
                let is_open = self.game().options().visibility == Visibility::AllOpen;
                let open = if is_open { all } else { SeatSet::EMPTY };
                Eyes { seat: None, open, placing: SeatSet::EMPTY }
            }
            Observer::Everyone => Eyes { seat: None, open: all, placing: all },
        })
    }

    /// What the player of a seat knows.
    pub(super) fn eyes_of(&self, seat: Seat) -> Eyes {
        let rules = self.game().rules();
        let visibility = self.game().options().visibility;
        let open = rules.seats().iter().filter(|&other| visibility.knows(rules, seat, other));
        Eyes { seat: Some(seat), open: open.collect(), placing: [seat].into_iter().collect() }
    }
}

/// Actions as the player to act numbers them, on the board turned so that its arm is at the bottom.
impl State {
    /// The legal actions as the player to act numbers them, its arm at the bottom, in order; none at a chance
    /// node and at the end.
    pub fn turned_actions(&self, numbering: Numbering) -> Vec<u32> {
        let mut list = vec![];
        if let Turn::Player(player) = self.turn() {
            let number = |action| list.push(self.game().number(action, numbering));
            self.each_legal_action(self.game().seats()[player], number);
        }
        list.sort_unstable();
        list
    }

    /// The action on the board as it lies that the player to act numbered with its arm at the bottom; a chance
    /// outcome is itself.
    ///
    /// # Errors
    ///
    /// If no action has the number. It need not be legal.
    pub fn turned_back(&self, number: i64, numbering: Numbering) -> Result<u32, EnvError> {
        if self.turn() == Turn::Chance {
            let most = self.game().chance_outcomes() as u32 - 1;
            return u32::try_from(number).map_err(|_| EnvError::Number(number, most));
        }
        let most = self.game().numbered(numbering) - 1;
        let turned = self.game().action(number, numbering);
        let turned = turned.ok_or(EnvError::Number(number, most))?;
        Ok(match self.turn() {
            Turn::Player(player) => {
                let game = self.game();
                game.action_numbers().turn_back(turned, game.seats()[player])
            }
            Turn::Chance | Turn::Over => turned,
        })
    }
}

/// Writes the history alone.
impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("history", &self.history).finish_non_exhaustive()
    }
}

/// States are equal if their games and histories are.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.game.options() == other.game.options() && self.history == other.history
    }
}

/// The last move of a seat.
#[derive(Debug, Clone, Copy)]
pub(super) struct LastMove {
    pub(super) from: Station,
    pub(super) to: Station,
    pub(super) fought: bool,
}

/// A game that is played.
#[derive(Debug, Clone)]
pub(super) struct Play {
    start: Arc<World>,
    world: World,
    events: Vec<Event>,
    /// By index, the pieces that have moved.
    moved: u128,
    last: [Option<LastMove>; 4],
    knowledge: Knowledge,
}

impl Play {
    fn new(game: &Game, armies: &[Option<Deployment>; 4]) -> Result<Self, EnvError> {
        let world = World::start(game.board(), *game.rules(), armies, Seat::South)?;
        Ok(Self {
            start: Arc::new(world.clone()),
            world,
            events: vec![],
            moved: 0,
            last: [None; 4],
            knowledge: Knowledge::default(),
        })
    }

    fn make(&mut self, m: Move) -> Result<(), EnvError> {
        let mover = self.world.piece_at(m.from);
        let seat = self.world.turn();
        let event = self.world.play(m)?;
        let fought = matches!(event.act, Act::Move(_, Some(_)));
        self.moved |= mover.map_or(0, |piece| 1 << piece.index());
        self.last[seat.index()] = Some(LastMove { from: m.from, to: m.to, fought });
        self.events.push(event);
        Ok(())
    }

    pub(super) fn world(&self) -> &World {
        &self.world
    }

    pub(super) fn events(&self) -> &[Event] {
        &self.events
    }

    pub(super) fn has_moved(&self, piece: PieceId) -> bool {
        self.moved >> piece.index() & 1 == 1
    }

    pub(super) fn last(&self, seat: Seat) -> Option<LastMove> {
        self.last[seat.index()]
    }

    /// An observer's view of the first position.
    fn first_view(&self, game: &Game, eyes: Eyes) -> View {
        eyes.view(&self.start, game.options().visibility)
    }

    /// What the events prove to an observer; events not yet considered are considered first.
    pub(super) fn evidence(&mut self, game: &Game, eyes: Eyes) -> &Evidence {
        self.knowledge.evidence(eyes, game.options().visibility, &self.start, &self.events)
    }
}

/// The evidence of each group of observers that know the same, made when it is first needed and then
/// kept.
#[derive(Debug, Clone, Default)]
struct Knowledge(Vec<Known>);

#[derive(Debug, Clone)]
struct Known {
    /// The seats whose kinds they know; everything else follows from it.
    open: SeatSet,
    evidence: Evidence,
    /// Number of events considered.
    events: usize,
}

impl Knowledge {
    /// The evidence of an observer after some events.
    fn evidence(
        &mut self,
        eyes: Eyes,
        visibility: Visibility,
        start: &World,
        events: &[Event],
    ) -> &Evidence {
        let place = self.0.iter().position(|known| known.open == eyes.open);
        let place = place.unwrap_or_else(|| {
            let evidence = Evidence::new(&eyes.view(start, visibility));
            let evidence = evidence.expect("a dealt position agrees with the rules");
            self.0.push(Known { open: eyes.open, evidence, events: 0 });
            self.0.len() - 1
        });
        let known = &mut self.0[place];
        events[known.events..].iter().for_each(|event| known.evidence.learn(event));
        known.events = events.len();
        &known.evidence
    }
}
