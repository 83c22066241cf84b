"""The compiled part of the package."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, final

import numpy as np
import numpy.typing as npt

from junqi.types import Beliefs, Deal, Layout, Mode, Numbering, Observations, Observer, Visibility

CHANNELS: int
"""Number of channels of an observation, 78.

Seats are relative to the observer (0 itself, 1 the next anticlockwise, 2 opposite, 3 the next clockwise);
kinds are numbered from the commander, 0, to the flag, 11.

========  ==================================================================================
channels  content
========  ==================================================================================
0-47      seat * 12 + kind: a piece of the seat here may be of the kind, or how probably it is
48-51     a piece of the seat here that has moved
52-63     seat * 3 + part: the seat's last move began here, ended here, was an attack here
64-67     everywhere: the seat is in
68-71     the seat's flag is here and public
72-75     everywhere: it is the seat's turn
76        everywhere: plies since the last fight, as a share of `draw_quiet_plies`; 0 without that limit
77        everywhere: the armies are still being placed
========  ==================================================================================
"""
MOVE_ACTIONS: int
"""Number of pairs of stations of the standard board, 16,641: actions below it are moves."""
STATIONS: int
"""Number of stations of the standard board, 129."""
KINDS: tuple[str, ...]
"""The names of the twelve kinds by number: "commander" 0, ..., "engineer" 8, "bomb" 9, "mine" 10, "flag" 11."""
RULES: dict[str, str | int | bool]
"""The rule options of a game that names none."""

class JunqiError(ValueError):
    """A value that the library refuses; the text says what was found and what was expected."""

@final
class Game:
    """A game on a board, South to move first.

    Args:
        mode: "2v2", four players, opposite seats are partners; or "1v1", South against North; by default that of
            the rules, and "1v1" on a board with two arms.
        board: "siguo", the standard one; "mini", a small one for two players whose best responses can be computed;
            or the text of a board file (docs/FORMATS.md), whose name then stands for it too.
        army: the letters of the pieces of each side, such as "aixmq"; by default those of the board.
        rules: "default", "qq", or rule options separated by commas, such as "max_plies=400".
        visibility: the pieces whose kinds a player knows: its own ("four-dark"), its team's
            ("double-open"), all ("all-open").
        deal: how the armies come to the board: chance places piece by piece, all legal deployments being
            equally likely ("uniform"); chance draws one of the embedded deployments or mirror images for
            each seat ("pool", on the standard board); the players place their pieces ("players").
        options: rule options by name, such as max_plies=400.

    Raises:
        JunqiError: if an option is unknown, the rules do not end every game, or the army does not fit the board.

    Players are numbered in the order S, E, N, W of the seats that play.
    """

    def __new__(
        cls,
        mode: Mode | None = None,
        *,
        board: str = "siguo",
        army: str | None = None,
        rules: str = "default",
        visibility: Visibility = "four-dark",
        deal: Deal = "uniform",
        **options: bool | int | str,
    ) -> Game: ...
    @property
    def mode(self) -> Mode: ...
    @property
    def board(self) -> str:
        """The name of the board; with another army than the board's own, such as "mini:aeimq"."""
    @property
    def army(self) -> str:
        """The letters of the pieces of each side, strongest first."""
    @property
    def rules(self) -> str:
        """The rule options that differ from the default, or "-"."""
    @property
    def visibility(self) -> Visibility: ...
    @property
    def deal(self) -> Deal: ...
    @property
    def seats(self) -> list[str]:
        """The seats of the players by number: "S", "E", "N", "W"."""
    def num_players(self) -> int: ...
    def num_distinct_actions(self) -> int:
        """The moves `from * n + to` of *n* stations, numbered in reading order: 16,641 of 129; with deal "players" 12
        more, placements by kind."""
    def num_stations(self) -> int:
        """The number of stations, *n*: 129 on the standard board, 14 on "mini"."""
    def max_chance_outcomes(self) -> int: ...
    def max_game_length(self) -> int:
        """The most actions of players in a game."""
    def max_chance_nodes_in_history(self) -> int: ...
    def possible_moves(self) -> npt.NDArray[np.uint32]:
        """The actions of all moves that some piece could make in some position, in order: a compact
        numbering, shape (5624,) on the standard board under the default rules."""
    def new_initial_state(self, seed: int | None = None) -> State:
        """The state before anything is dealt; with a seed, after chance has dealt."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[()]]: ...

@final
class State:
    """A state of a game: a history of actions and chance outcomes.

    Actions are absolute: the board is not turned. Pickled as game and history.
    """

    def __new__(cls, game: Game, history: Sequence[int]) -> State: ...
    def game(self) -> Game: ...
    def current_player(self) -> int:
        """The player to act; -1 at a chance node, -4 at the end."""
    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions in order; none for a player who is not to act."""
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node with their probabilities; none elsewhere."""
    def apply_action(self, action: int) -> None:
        """Makes an action, or takes a chance outcome. Raises JunqiError if it is not legal; the state is
        unchanged then."""
    def turned_legal_actions(self, player: int, *, actions: Numbering = "pairs") -> list[int]:
        """The legal actions on the board turned so that the player's arm is at the bottom, in order. `actions` is
        their numbering: see `Batch`."""
    def apply_turned_action(self, action: int, *, actions: Numbering = "pairs") -> None:
        """Makes an action that the player to act numbered with its arm at the bottom."""
    def undo_action(self) -> int | None:
        """Takes back the last action and returns it; None at the start. Replays the game."""
    def returns(self) -> list[float]:
        """The result by player: 1 for the team that won, -1 for the other, 0 in a draw and before the end."""
    def history(self) -> list[int]: ...
    def information_state_string(self, player: Observer) -> str:
        """The first position as the player's seat saw it, and the public events since."""
    def observation_string(self, player: Observer) -> str:
        """The position as the player sees it, a JFEN line."""
    def observation_tensor(
        self,
        player: Observer,
        *,
        layout: Layout = "planes",
        beliefs: Beliefs = "may-be",
        turned: bool = False,
    ) -> list[float]:
        """The array of `observe` as a list, row by row; several times slower than `observe`."""
    def observe(
        self,
        player: Observer,
        out: Observations,
        *,
        layout: Layout = "planes",
        beliefs: Beliefs = "may-be",
        turned: bool = False,
    ) -> None:
        """Writes what the player sees into an array of float32, or of uint8 with 255 for 1.

        Args:
            player: its number; "public" for an onlooker, who knows what every player knows, or "everyone" for one
                who knows every kind: both see the seats relative to South.
            out: shape (78, 17, 17) for planes, (n, 78) for stations, 129 on the standard board; C order.
            layout: by channel and cell, or by station in reading order and channel.
            beliefs: what is shown of hidden pieces: 1 for every kind ("none"), 1 for every kind not ruled
                out ("may-be"), or probabilities ("posterior"; see `posterior`).
            turned: whether the player's arm is at the bottom.
        """
    def posterior(self, player: int) -> Posterior | None:
        """What a player believes of all kinds, all deployments being equally likely; None before all armies are
        dealt. Counted exactly, or sampled where fights tie too many hidden pieces together: then `error` says how
        well. `Belief` also knows players."""
    def perft(self, depth: int) -> int:
        """The number of sequences of exactly so many legal moves; an ended game adds nothing."""
    def action_to_string(self, action: int) -> str:
        """A move such as "g6g11", the letter of a placed kind, or "#7" for a deployment of the pool."""
    def string_to_action(self, text: str) -> int: ...
    def resample_from_infostate(self, player: Observer, seed: int) -> State:
        """A state drawn from the posterior of a player; its information state, observation and legal
        actions are the same (with `bomb_vs_flag="illegal"` legal actions depend on hidden flags and may differ)."""
    @staticmethod
    def from_information_state(
        text: str, *, board: str = "siguo", visibility: Visibility = "four-dark", seed: int = 0
    ) -> State:
        """A state in which the observer of the text has seen just this: hidden kinds are drawn from its
        posterior. For programs that know no more than one seat, such as engines of the protocol.

        Args:
            text: an information state: a JFEN line of the first position with its observer, then events.
            board: its name or text, as in `Game`.
            visibility: the pieces whose kinds the observer knows.
            seed: of the draw.
        """
    def clone(self) -> State: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: Any) -> State: ...
    def __reduce__(self) -> tuple[Any, tuple[Game, list[int]]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def _repr_svg_(self) -> str | None: ...

@final
class Deployment:
    """A legal deployment (布局): 25 pieces on the standard board.

    Args:
        text: the six rows from the front to the back, a letter a kind, camps as dots, such as
            "dfcei a.x.b ih.gd e.x.c hmifg mqmhg".
        board: the name or text of the board, as in `Game`.

    Raises:
        JunqiError: with every violated rule.
    """

    def __new__(cls, text: str, *, board: str = "siguo") -> Deployment: ...
    @staticmethod
    def sample(seed: int, *, board: str = "siguo") -> Deployment:
        """A legal deployment; all are equally likely."""
    @staticmethod
    def book() -> list[tuple[str, Deployment]]:
        """The embedded deployments with their names."""
    @staticmethod
    def parse(text: str, *, board: str = "siguo") -> list[tuple[str, Deployment]]:
        """The deployments of a text file with their names (docs/FORMATS.md). `read_deployments` reads files."""
    @staticmethod
    def from_jql(data: bytes) -> Deployment:
        """The deployment of a layout file of the QQ client."""
    def to_jql(self) -> bytes: ...
    def kinds(self) -> npt.NDArray[np.uint8]:
        """The numbers of the kinds on the posts in reading order, the front row first: 25 on the standard board."""
    def mirror(self) -> Deployment:
        """Left and right exchanged."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...
    def _repr_svg_(self) -> str: ...

@final
class Belief:
    """What a seat believes about hidden pieces, followed through a game.

    Args:
        information: an information state: the first position as the seat saw it, then public events.
        board: its name or text, as in `Game`.
        visibility: the pieces whose kinds the seat knows.
        opponent: who the others are assumed to be: "unknown" (they may be anybody), "people", "engines", "counting" (all
            that the events allow is equally likely), or a file that `junqi belief fit` wrote.
        behaviour: whether behaviour counts as evidence.

    Raises:
        JunqiError: if the text is not what a seat can have seen.

    Notebooks show it as a heat map.
    """

    def __new__(
        cls,
        information: str,
        *,
        board: str = "siguo",
        visibility: Visibility = "four-dark",
        opponent: str = "counting",
        behaviour: bool = True,
    ) -> Belief: ...
    @property
    def seat(self) -> str:
        """The seat that believes: "S", "E", "N" or "W"."""
    @property
    def ply(self) -> int:
        """Number of moves so far."""
    def learn(self, event: str) -> None:
        """Learns from a public event in the words of an information state, such as "S:g6-g11"."""
    def posterior(self, *, seed: int = 0) -> Posterior:
        """The distribution of all hidden pieces now. The seed matters only where it is sampled."""
    def _repr_svg_(self) -> str: ...

@final
class Posterior:
    """The distribution of the kinds of all hidden pieces, from `State.posterior` or `Belief.posterior`.

    Arrays are by player, then by piece, numbered by its post at the start in reading order from its owner's
    side: 25 on the standard board. Pieces that are gone are included.
    """

    def marginals(self) -> npt.NDArray[np.float64]:
        """Probabilities of kinds, shape (players, 25, 12): from the commander to the flag."""
    def entropy(self) -> npt.NDArray[np.float64]:
        """Entropies of the marginals in bits, shape (players, 25)."""
    def stations(self) -> npt.NDArray[np.int16]:
        """Where the pieces stand, shape (players, 25): stations in reading order, -1 for pieces that are gone."""
    def sample(self, seed: int) -> npt.NDArray[np.uint8]:
        """Numbers of kinds drawn for all pieces, shape (players, 25)."""
    def bits(self, kinds: npt.NDArray[np.uint8]) -> float | None:
        """Surprise of an assignment of kinds, shape (players, 25): -log2 of its probability, inf if
        it is impossible; None if the posterior is sampled."""
    @property
    def error(self) -> float | None:
        """The largest standard error of a sampled probability; None if all are exact."""

@final
class Evaluation:
    """The weighted features that engines evaluate positions by.

    Args:
        weights: a file of weights; None for the embedded ones.
    """

    def __new__(cls, weights: str | Path | None = None) -> Evaluation: ...
    def value(self, of: State | Belief) -> int:
        """The value for the first team (South's) in centi-pieces: of a state with all kinds known, or of a
        belief."""
    def explain(self, of: State | Belief) -> dict[str, Any]:
        """The value as a sum.

        Returns:
            "total": the value in centi-pieces; "probability": the first team's expected score, 0 to 1;
            "features": a list of dictionaries with "term", "name", "amount", "weight", "product".
        """

@final
class Record:
    """A recorded game: deployments, events, result.

    Args:
        line: a line of a file of records (docs/FORMATS.md). It is replayed and compared. Its board is "siguo",
            "mini", or one whose text a `Game` was made of.
    """

    def __new__(cls, line: str) -> Record: ...
    @staticmethod
    def from_jgs(data: bytes, *, rules: str = "qq") -> Record:
        """The game of a replay file of the QQ client, played by some rules."""
    def to_jgs(self) -> bytes: ...
    @staticmethod
    def of(state: State) -> Record:
        """The game of a state so far."""
    def state(self, moves: int | None = None) -> State:
        """The state after some moves, or at the end. Raises JunqiError if South did not begin, or before that
        something else happened than moves, such as a resignation."""
    def information_state_string(
        self, seat: str, events: int | None = None, *, visibility: Visibility | None = None
    ) -> str:
        """What a seat, "S", "E", "N" or "W", has seen after some events, or at the end."""
    @property
    def events(self) -> list[str]:
        """The public events in the words of an information state."""
    @property
    def plies(self) -> int:
        """Number of moves."""
    @property
    def deployments(self) -> list[Deployment | None]:
        """The deployments of S, E, N, W; None where nobody plays."""
    def to_dict(self) -> dict[str, Any]:
        """All fields, by the names in docs/FORMATS.md."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...

def match(
    game: Game,
    a: str,
    b: str,
    *,
    games: int = 100,
    deployments: Sequence[Deployment] | None = None,
    seed: int = 1,
    sprt: Mapping[str, float | str] | None = None,
    jobs: int = 1,
    out: str | Path | None = None,
) -> dict[str, Any]:
    """Plays two players against each other, sides and deployments balanced, as `junqi match` does.

    Args:
        game: board, mode, rules and visibility. Deal "pool" deals the embedded deployments, any other random ones.
        a, b: players, such as "greedy" or "pimc:nodes=2000".
        games: their number, rounded up to whole units: 2 games of two players, 4 of four.
        deployments: those that are dealt instead, all being equally likely.
        seed: of deals and players.
        sprt: settings of a sequential test that may end the match early, such as {"elo0": 0, "elo1": 20}.
        jobs: number of games at once; results do not depend on it.
        out: a file of records; the same call resumes an interrupted match.

    Returns:
        The report as `junqi match --json` prints it: "wins", "draws", "losses" of `a`, "elo" with "value",
        "low", "high", "endings" and more.
    """

def best_response(
    game: Game,
    player: int,
    strategy: str | Callable[[State], Sequence[tuple[int, float]]],
    *,
    seed: int = 1,
    samples: int = 1,
) -> float:
    """What a player wins at most against one whose strategy it knows, exactly, as `junqi exploit` computes it.

    Args:
        game: a game of two players on a small board, such as `Game(board="mini", max_plies=8)`; deal "uniform".
        player: the number of the one who responds.
        strategy: the other's: a player such as "greedy", or a function that gives the actions of a state with
            their probabilities. It is called once for each information state of its player, and may use nothing
            else of the state.
        seed: of a player's choices.
        samples: how often a player with random choices is asked in each information state; "random" is exact.

    Returns:
        The expected result of the responder, from -1 to 1.

    Raises:
        JunqiError: if the game is too large, or the strategy gives an illegal action.
    """

def evaluate_deployments(
    game: Game,
    deployments: Sequence[tuple[str, Deployment]],
    *,
    seat: str = "greedy",
    against: Sequence[Deployment] | None = None,
    games: int = 200,
    rounds: int | None = None,
    seed: int = 1,
    jobs: int = 1,
    out: str | Path | None = None,
) -> dict[str, Any]:
    """Measures deployments in games of one player against a pool of them, as `junqi deploy evaluate` does.

    Args:
        game: mode, rules and visibility, on a board with the standard arms.
        deployments: those to measure, with their names.
        seat: the player of all seats.
        against: the opposing pool; None for the embedded deployments.
        games: mean number per deployment.
        rounds: of successive halving; None for as many as leave two deployments.
        seed: of deals and players.
        jobs: number of games at once; results do not depend on it.
        out: a folder of the games; the same call resumes.

    Returns:
        The report, best first in "deployments": "name", "win_rate" with "low" and "high", "elo", "games", "features".
    """

@final
class Batch:
    """Games that are stepped together, each replaced by a new one as soon as it ends.

    Actions and observations are turned: the player to act sits at the bottom. Arrays are written in place,
    with the interpreter's lock released. Games depend on the seed, not on the number of threads.

    Args:
        game: the game.
        n: number of games.
        seed: of the deals.
        threads: number of threads. After a fork, a batch with more than one is refused.
        layout, beliefs: see State.observe.
        actions: their numbers: `from * n + to` of *n* stations ("pairs"), or places in `Game.possible_moves()` ("compact",
            quicker); with deal "players" 12 placements follow.
    """

    def __new__(
        cls,
        game: Game,
        n: int,
        *,
        seed: int = 0,
        threads: int = 1,
        layout: Layout = "planes",
        beliefs: Beliefs = "may-be",
        actions: Numbering = "pairs",
    ) -> Batch: ...
    def __len__(self) -> int: ...
    def game(self) -> Game: ...
    @property
    def num_actions(self) -> int: ...
    @property
    def observation_shape(self) -> list[int]: ...
    def state(self, number: int) -> State:
        """A copy of the state of a game."""
    def observe(
        self,
        observations: Observations,
        mask: npt.NDArray[np.bool_],
        rewards: npt.NDArray[np.float32],
        done: npt.NDArray[np.bool_],
        players: npt.NDArray[np.int32],
    ) -> None:
        """Writes the arrays of the games as they are.

        Args:
            observations: shape (n, *observation_shape), float32 or uint8: what the player to act sees.
            mask: shape (n, num_actions): whether an action is legal.
            rewards: shape (n, players): results of games that the step ended, else 0.
            done: shape (n,): whether the step ended the game; the other arrays are those of the next one.
            players: shape (n,): the player to act.
        """
    def step(
        self,
        actions: npt.NDArray[np.int64],
        observations: Observations,
        mask: npt.NDArray[np.bool_],
        rewards: npt.NDArray[np.float32],
        done: npt.NDArray[np.bool_],
        players: npt.NDArray[np.int32],
    ) -> None:
        """Makes one action in every game, shape (n,), then writes the arrays.

        Raises JunqiError if an action is not legal or an array does not fit; nothing has changed then.
        """

@final
class Player:
    """A player of the library, such as "greedy" or "pimc:movetime=100", for any seats and games.

    It learns what its seat sees and nothing else. `junqi seats` and docs/SEATS.md name all players.
    """

    def __new__(cls, spec: str, *, seed: int = 0) -> Player: ...
    def act(self, state: State) -> int:
        """The action of the player to act in a state. A state that goes on where an earlier one ended is
        followed; any other begins a new game."""
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...

@final
class Job:
    """A long job divided into shards, from the text of a manifest that `junqi plan` wrote.

    A shard is a function of the manifest and its number, so any process makes the same bytes.
    """

    def __new__(cls, manifest: str) -> Job: ...
    @property
    def id(self) -> str:
        """The checksum that names the manifest."""
    @property
    def shards(self) -> int: ...
    @property
    def lines(self) -> int:
        """Number of games, trees or positions of the whole job."""
    def make_shard(self, folder: str | Path, number: int, *, jobs: int = 1) -> str:
        """Makes a shard in a folder unless it is there, and says what happened to it, such as "made".

        Args:
            folder: of the shard files.
            number: of the shard, from 0.
            jobs: number of games or trees at once; results do not depend on it.
        """
    def shard_path(self, folder: str | Path, number: int) -> Path:
        """The file of a shard in a folder."""
    def has_shard(self, folder: str | Path, number: int) -> bool:
        """Whether the file of a shard is there and whole. Raises JunqiError if it is damaged or of another job."""
    def stop_test(self, folder: str | Path) -> StopTest:
        """The sequential test of the match, as far as the shards in a folder decide it."""
    def merge(self, folder: str | Path, out: str | Path) -> None:
        """Merges the shards into the file that one machine would have written. Raises JunqiError if shards are
        missing or damaged."""

@final
class StopTest:
    """The sequential test of a match, from `Job.stop_test`."""

    def is_decided(self) -> bool:
        """Counts the shards that came since the last call, from the first on without a gap; whether the test is
        decided, so that no other shard is needed. Never for jobs without a test."""

def main(words: Sequence[str]) -> int:
    """Runs the program `junqi` with a command line, its name first; returns the exit code."""
