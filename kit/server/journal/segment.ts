import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  decodeFrame,
  frameBytes,
  frameHeaderBytes,
  maximumPayloadBytes,
  isPlausibleHeader,
  type Frame,
} from './frame.ts'
import type { JournalFiles } from './journal-files.ts'

const magic = 'WRJOURN1'
const idLength = 36
export const headerBytes = magic.length + idLength
const namePattern = /^(\d{16})\.journal$/
const putAsidePattern = /^\d{16}\.journal\.damaged/

/** One file of the journal: frames from the place `base` on. */
export interface Segment {
  /** Never used by another segment of any journal. */
  readonly id: string
  readonly path: string
  readonly base: number
  /** The place behind the last frame that counts. */
  end: number
  /** What of it could not be read: where each damage begins, and the place behind it. */
  readonly damages: Map<number, number>
  /** Behind its end there is something that is no whole frame, as a crash leaves it. */
  isCut: boolean
}

/** A frame and where in the journal it begins and ends. */
export interface LocatedFrame extends Frame {
  readonly begin: number
  readonly end: number
}

export function newSegment(directory: string, base: number): Segment {
  return {
    id: randomUUID(),
    path: join(directory, `${String(base).padStart(16, '0')}.journal`),
    base,
    end: base,
    damages: new Map(),
    isCut: false,
  }
}

export function segmentHeader({ id }: Segment): Buffer {
  return Buffer.from(`${magic}${id}`, 'latin1')
}

/** Bases of the segments among these file names, in order. */
export function segmentBases(names: readonly string[]): readonly number[] {
  const bases = names.flatMap((name) => namePattern.exec(name)?.[1] ?? []).map(Number)
  return bases.toSorted((one, other) => one - other)
}

/** Which of these names are those of segments that were put aside. */
export function damagedNames(names: readonly string[]): readonly string[] {
  return names.filter((name) => putAsidePattern.test(name))
}

/**
 * Opens a segment that a former run wrote, and looks at each frame once. Its end is behind the last
 * whole frame, and never beyond `limit`, where the next segment begins. Null for a file whose
 * header did not reach the disk: nothing in it was acknowledged. One whose header was damaged later
 * gets a new id.
 */
export async function openSegment(
  files: JournalFiles,
  path: string,
  base: number,
  limit: number,
  visit: (frame: LocatedFrame) => void,
): Promise<Segment | null> {
  const header = (await files.read(path, 0, headerBytes)).toString('latin1')
  const hasHeader = header.length === headerBytes && header.startsWith(magic)
  const id = hasHeader ? header.slice(magic.length) : randomUUID()
  const segment: Segment = { id, path, base, end: base, damages: new Map(), isCut: false }
  if (!hasHeader) segment.damages.set(base - headerBytes, base)
  const whole = { ...segment, end: limit }
  for (;;) {
    const frames = await readFrames(files, whole, segment.end, scanBytes)
    for (const frame of frames) visit(frame)
    const end = frames.at(-1)?.end ?? (await findFrame(files, whole, segment.end))
    if (end === null) {
      segment.isCut = (await read(files, whole, segment.end, 1)).length > 0
      return hasHeader || segment.end > base ? segment : null
    }
    if (frames.length === 0) segment.damages.set(segment.end, end)
    segment.end = end
  }
}

const scanBytes = 4 * 1024 * 1024

/** The place of the first whole frame behind `from`; null when there is none. */
export async function findFrame(
  files: JournalFiles,
  segment: Segment,
  from: number,
): Promise<number | null> {
  for (let start = from + 1; ; start += scanBytes) {
    const wanted = Math.min(segment.end - start, scanBytes + frameHeaderBytes - 1)
    const bytes = await read(files, segment, start, wanted)
    const last = Math.min(scanBytes - 1, bytes.length - frameHeaderBytes)
    for (let offset = 0; offset <= last; offset++) {
      if (!isPlausibleHeader(bytes, offset)) continue
      const frame = decodeFrame(bytes, offset)
      const place = start + offset
      if (frame === 'damaged') continue
      if (frame !== null || (await readFrames(files, segment, place, frameHeaderBytes)).length > 0)
        return place
    }
    if (bytes.length < scanBytes) return null
  }
}

/**
 * Whole frames from `begin` on, up to about `maximumBytes` of them, but one at least where there is
 * one.
 */
export async function readFrames(
  files: JournalFiles,
  segment: Segment,
  begin: number,
  maximumBytes: number,
): Promise<readonly LocatedFrame[]> {
  const available = Math.min(segment.end - begin, maximumBytes)
  let bytes = await read(files, segment, begin, available)
  const first = bytes.length >= frameHeaderBytes ? frameHeaderBytes + bytes.readUInt32LE(0) : 0
  // A single frame that is longer than asked for is read whole.
  if (
    first > bytes.length &&
    first <= frameHeaderBytes + maximumPayloadBytes &&
    first <= segment.end - begin
  )
    bytes = await read(files, segment, begin, first)
  return framesIn(bytes, begin)
}

function read(
  files: JournalFiles,
  { path, base }: Segment,
  place: number,
  length: number,
): Promise<Buffer> {
  return length <= 0
    ? Promise.resolve(Buffer.alloc(0))
    : files.read(path, headerBytes + place - base, length)
}

function framesIn(bytes: Buffer, begin: number): readonly LocatedFrame[] {
  const frames: LocatedFrame[] = []
  for (let offset = 0; offset < bytes.length;) {
    const frame = decodeFrame(bytes, offset)
    if (frame === null || frame === 'damaged') break
    const end = offset + frameBytes(frame)
    frames.push({ ...frame, begin: begin + offset, end: begin + end })
    offset = end
  }
  return frames
}
