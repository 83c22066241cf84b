// Games inside an address: a record, compressed, after a sign that no name of a game has.

const SIGN = '~';
/** The longest address that programs pass on. */
const LONGEST = 8000;

export const isPacked = (id) => id.startsWith(SIGN);

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** The id of a record; null if its address would be too long. */
export async function pack(record) {
  const bytes = await through(new TextEncoder().encode(record.trim()), new CompressionStream('deflate-raw'));
  const text = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return text.length <= LONGEST ? SIGN + text : null;
}

/** The record of an id; null if it is none. */
export async function unpack(id) {
  try {
    const text = atob(id.slice(SIGN.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
  } catch { return null; }
}

/** The address of a packed game at a moment. */
export const address = (id, at) => `${location.href.split('#')[0]}#/game/${id}${at ? `/${at}` : ''}`;
