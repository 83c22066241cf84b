//! The graph of a game: entropy and win probability at its moments, from the newest block of them backwards.

use super::message::{Error, Responder};
use super::study_cache::{StudiedGame, StudyCache};
use crate::server::study::{GraphPoint, StudyError};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// The approximate number of points.
const POINTS: usize = 120;
/// The moments that are studied together. Other questions are answered between two blocks.
const BLOCK: usize = 16;
/// The time between two looks at the flag that ends a graph which waits.
const STOP_INTERVAL: Duration = Duration::from_millis(200);

/// Sends the points of a game but for the `known` ones, until it is done or told to stop.
pub(super) async fn send(
    (cache, game, known): (StudyCache, StudiedGame, Vec<usize>),
    stop: Arc<AtomicBool>,
    permits: Arc<Semaphore>,
    responder: Responder,
) {
    let (seat, events) = (game.source.seat, game.source.events.len());
    let stride = (events / POINTS).max(1);
    let moments: Vec<usize> = (0..events)
        .step_by(stride)
        .chain([events])
        .filter(|moment| !known.contains(moment))
        .collect();
    let answer = |points: &[GraphPoint], done: bool, complete: bool| {
        responder.answer(json!({
            "is": "graph", "seat": seat, "done": done, "complete": complete, "points": points,
        }));
    };
    for block in moments.rchunks(BLOCK) {
        let Some(_permit) = permit(&permits, &stop).await else {
            return answer(&[], true, false);
        };
        let (cache, game, block, stopped) =
            (cache.clone(), game.clone(), block.to_vec(), stop.clone());
        let work = move || study(&cache, game, &block, &stopped);
        match spawn_blocking(work).await {
            Ok(Ok(points)) => answer(&points, false, false),
            Ok(Err(error)) => return responder.refuse(&Error::new("illegal", error)),
            // A panic has been printed to standard error.
            Err(_) => return answer(&[], true, false),
        }
    }
    answer(&[], true, !stop.load(Ordering::Relaxed));
}

/// Waits for a permit; `None` once the flag is set.
async fn permit<'a>(permits: &'a Semaphore, stop: &AtomicBool) -> Option<SemaphorePermit<'a>> {
    loop {
        let permit = timeout(STOP_INTERVAL, permits.acquire()).await;
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Ok(permit) = permit {
            return permit.ok();
        }
    }
}

fn study(
    cache: &StudyCache,
    game: StudiedGame,
    moments: &[usize],
    stop: &AtomicBool,
) -> Result<Vec<GraphPoint>, StudyError> {
    let mut points = vec![];
    cache.work(game, |study| {
        for &at in moments {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            study.go(at)?;
            points.push(study.point()?);
        }
        Ok(())
    })?;
    Ok(points)
}
