import { crc32, deflateRawSync } from 'node:zlib';

/** 1 January 2000: an archive of the same files is the same archive. */
const date = ((2000 - 1980) << 9) | (1 << 5) | 1;

/** Packs files by their path. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
export function zip(files: ReadonlyMap<string, Buffer>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content, { level: 9 });
    const common = commonHeader(content, packed, name);
    const local = Buffer.concat([uint32(0x04034b50), common, name]);
    bodies.push(local, packed);
    // No comment, disk 0, and the rights of a file that everybody may read.
    directory.push(
      Buffer.concat([
        uint32(0x02014b50),
        uint16(0x031e),
        common,
        uint16(0, 0, 0),
        uint32(0o100644 << 16, offset),
        name,
      ]),
    );
    offset += local.length + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.concat([
    uint32(0x06054b50),
    uint16(0, 0, files.size, files.size),
    uint32(size, offset),
    uint16(0),
  ]);
  return Buffer.concat([...bodies, ...directory, end]);
}

/** What stands before a file and again in the directory: version 2.0, names in UTF-8, deflated. */
function commonHeader(content: Buffer, packed: Buffer, name: Buffer): Buffer {
  return Buffer.concat([
    uint16(20, 0x0800, 8, 0, date),
    uint32(crc32(content), packed.length, content.length),
    uint16(name.length, 0),
  ]);
}

function uint16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) buffer.writeUInt16LE(value, 2 * index);
  return buffer;
}

function uint32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) buffer.writeUInt32LE(value >>> 0, 4 * index);
  return buffer;
}
