// The line to a server: a WebSocket.

/** Opens it; `receive` gets every message as text, `lost` is called once it is closed. */
export function open({ receive, lost }) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const socket = new WebSocket(`${scheme}://${location.host}/ws`);
  socket.onmessage = ({ data }) => receive(data);
  socket.onclose = lost;
  return { send: (text) => socket.send(text), close: () => socket.close(), isOpen: () => socket.readyState === WebSocket.OPEN };
}

const read = async (path) => (await fetch(path)).json();

/** The board, and the names of the evaluation's terms. */
export const data = () => Promise.all(['/board.json', '/terms.json'].map(read));
