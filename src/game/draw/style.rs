//! Colours, letters and shapes that pictures share.

use crate::game::board::Seat;

pub(super) const PAPER: &str = "#f4ead2";
pub(super) const FONTS: &str = "'Noto Sans CJK SC','Source Han Sans SC','PingFang SC','Microsoft YaHei','WenQuanYi Zen Hei',sans-serif";
pub(super) const INK: &str = "#3b3127";
pub(super) const ROAD: &str = "#a48f6c";
pub(super) const POST: &str = "#fffaf0";
pub(super) const MARK: &str = "#f2a900";

pub(super) const DEFINITIONS: &str = r##"<defs>
<g id="post"><rect x="-19" y="-12" width="38" height="24" rx="6"/></g>
<g id="camp"><circle r="25"/><circle r="21" stroke-width="1"/></g>
<g id="house"><path d="M-27 21V-5A27 21 0 0 1 27 -5V21Z"/></g>
<g id="tile"><rect x="-23" y="-14" width="46" height="34" rx="7" fill="#000" fill-opacity="0.3"/><rect x="-23" y="-17" width="46" height="34" rx="7"/><rect x="-21" y="-15" width="42" height="30" rx="5" fill="none" stroke="#fff" stroke-opacity="0.5"/></g>
<pattern id="weave" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0H7M0 0V7" stroke="#fff" stroke-opacity="0.6" stroke-width="2"/></pattern>
<g id="back"><use href="#tile"/><rect x="-21" y="-15" width="42" height="30" rx="5" fill="url(#weave)"/></g>
<marker id="head" markerWidth="4" markerHeight="4" refX="1" refY="2" orient="auto"><path d="M0 0L4 2L0 4Z" fill="#f2a900"/></marker>
</defs>
"##;

pub(super) fn colour(seat: Seat) -> &'static str {
    ["#bf3a2b", "#1f7a55", "#2a5f9e", "#7d3f8c"][seat.index()]
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
