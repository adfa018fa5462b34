import { strToU8, Zip, ZipDeflate } from 'fflate';

/** A file of an archive: its name, and its text as it comes. */
export interface ZipFile {
  name: string;
  text: () => AsyncIterable<string>;
}

/** A zip of files, a piece as soon as it is made: none of them is ever held whole. */
export async function* zipOf(files: readonly ZipFile[], at: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  for (const { name, text } of files) {
    const file = new ZipDeflate(name);
    file.mtime = at;
    zip.add(file);
    for await (const part of text()) {
      file.push(strToU8(part));
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready;
}
