import { encodeFrame, type Frame } from './frame.ts'
import { diskFiles, type AppendFile, type JournalFiles } from './journal-files.ts'
import {
  newSegment,
  openSegment,
  readFrames,
  segmentBases,
  segmentHeader,
  type PlacedFrame,
  type Segment,
} from './segment.ts'

export interface JournalOptions {
  readonly files?: JournalFiles
  /**
   * A file could not be read to its end: what lies between these places is lost, by no crash but by
   * damage.
   */
  readonly onDamage?: (path: string, begin: number, end: number) => void
  /** A segment of this size is closed, and the next one begun. */
  readonly segmentBytes?: number
  /** A segment of this size that has been released whole is closed, so that it can be removed. */
  readonly releasedSegmentBytes?: number
}

/** What lies between two places of one segment. */
export interface Extent {
  readonly segmentId: string
  readonly frames: readonly PlacedFrame[]
  readonly begin: number
  readonly end: number
}

const checkpointKind = 0

/**
 * Frames in the order in which they were appended, in files of a directory. A place is a number
 * that grows with every byte. What `append` has resolved for is on disk, and is still there after
 * any crash, until it is released.
 */
export class Journal {
  readonly #directory: string
  readonly #files: JournalFiles
  readonly #onDamage: NonNullable<JournalOptions['onDamage']>
  readonly #segmentBytes: number
  readonly #releasedSegmentBytes: number
  readonly #segments: Segment[] = []
  #file: AppendFile | null = null
  #end = 0
  #released = 0
  #turn: Promise<unknown> = Promise.resolve()
  #checkpoint: Buffer | null = null

  private constructor(directory: string, options: JournalOptions) {
    this.#directory = directory
    this.#files = options.files ?? diskFiles
    this.#onDamage = options.onDamage ?? (() => {})
    this.#segmentBytes = options.segmentBytes ?? 64 * 1024 * 1024
    this.#releasedSegmentBytes = options.releasedSegmentBytes ?? 8 * 1024 * 1024
  }

  /**
   * Opens the journal in `directory`, which one program at a time may do. Reads every frame in it
   * once.
   */
  static async open(directory: string, options: JournalOptions = {}): Promise<Journal> {
    const journal = new Journal(directory, options)
    await journal.#scan()
    return journal
  }

  async #scan(): Promise<void> {
    const bases = segmentBases(await this.#files.list(this.#directory))
    for (const [index, base] of bases.entries()) {
      const limit = bases[index + 1] ?? Number.MAX_SAFE_INTEGER
      const segment = await openSegment(this.#files, this.#directory, base, limit, (frame) => {
        if (frame.kind === checkpointKind) this.#checkpoint = Buffer.from(frame.payload)
      })
      if (segment) this.#segments.push(segment)
      else await this.#files.remove(newSegment(this.#directory, base).path)
      const end = segment?.end ?? base
      if (index < bases.length - 1 && end < limit)
        this.#onDamage(newSegment(this.#directory, base).path, end, limit)
    }
    this.#end = this.#segments.at(-1)?.end ?? bases.at(-1) ?? 0
    this.#released = this.#segments[0]?.base ?? this.#end
  }

  /** The place behind everything that was appended. */
  get end(): number {
    return this.#end
  }

  /** The oldest place that can be read. */
  get begin(): number {
    return this.#segments[0]?.base ?? this.#end
  }

  /** Bytes that were appended and not released yet. */
  get waitingBytes(): number {
    return this.#end - this.#released
  }

  /** The payload of the newest checkpoint that is stored; null when there is none. */
  get checkpoint(): Buffer | null {
    return this.#checkpoint
  }

  /**
   * Appends the frames in order and resolves with the place behind them when they are on disk.
   * Rejects when that is not certain; the frames may then come to light again when the journal is
   * opened the next time.
   */
  async append(frames: readonly Frame[]): Promise<number> {
    const bytes =
      frames.length === 1 && frames[0]
        ? encodeFrame(frames[0])
        : Buffer.concat(frames.map(encodeFrame))
    const appended = this.#turn.then(() => this.#append(bytes))
    this.#turn = appended.catch(() => {})
    return appended
  }

  async #append(bytes: Buffer): Promise<number> {
    const segment = await this.#writable()
    try {
      await this.#file?.append(bytes)
    } catch (error) {
      // After a failed sync nobody knows what of the file is on disk: it ends where it was certain,
      // and a new one begins.
      await this.#closeFile()
      throw error
    }
    segment.end += bytes.length
    this.#end = segment.end
    return this.#end
  }

  async #writable(): Promise<Segment> {
    const last = this.#segments.at(-1)
    if (this.#file && last && last.end - last.base < this.#segmentBytes) return last
    await this.#closeFile()
    const segment = newSegment(this.#directory, this.#end)
    // A file of this name holds nothing that counts: the segment before it ends where this one
    // begins.
    await this.#files.remove(segment.path)
    if (last?.base === segment.base) this.#segments.pop()
    const file = await this.#files.create(segment.path)
    try {
      await file.append(segmentHeader(segment))
    } catch (error) {
      await file.close().catch(() => {})
      throw error
    }
    this.#segments.push(segment)
    this.#file = file
    return segment
  }

  async #closeFile(): Promise<void> {
    const file = this.#file
    this.#file = null
    await file?.close().catch(() => {})
  }

  /**
   * Stores a note of the journal's user; the newest one is found as `checkpoint` when the journal
   * is opened again.
   */
  async setCheckpoint(payload: Buffer): Promise<void> {
    await this.append([{ kind: checkpointKind, count: 0, payload }])
    this.#checkpoint = payload
  }

  /**
   * Frames from `begin` on, of one segment and about `maximumBytes` at most; null when there are
   * none. Checkpoints are left out.
   */
  async read(begin: number, maximumBytes: number): Promise<Extent | null> {
    const segment = this.#segments.find(({ base, end }) => end > base && begin < end)
    if (!segment) return null
    const start = Math.max(begin, segment.base)
    const placed = await readFrames(this.#files, segment, start, maximumBytes)
    const end = placed.at(-1)?.end
    if (end === undefined)
      throw new Error(`The journal cannot be read at ${start} in ${segment.path}`)
    const frames = placed.filter(({ kind }) => kind !== checkpointKind)
    return { segmentId: segment.id, frames, begin: start, end }
  }

  /**
   * Frames between two places of the segment `segmentId`, as `read` gave them; null when the
   * segment was removed.
   */
  async readAgain(segmentId: string, begin: number, end: number): Promise<Extent | null> {
    const segment = this.#segments.find(({ id }) => id === segmentId)
    if (!segment || segment.end < end) return null
    const placed = await readFrames(this.#files, { ...segment, end }, begin, end - begin)
    return { segmentId, frames: placed.filter(({ kind }) => kind !== checkpointKind), begin, end }
  }

  /** What lies before `place` is not needed any more. Files that hold nothing else are removed. */
  release(place: number): Promise<void> {
    this.#released = Math.max(this.#released, place)
    const released = this.#turn.then(() => this.#removeReleased())
    this.#turn = released.catch(() => {})
    return released
  }

  async #removeReleased(): Promise<void> {
    const last = this.#segments.at(-1)
    if (last && last.end <= this.#released && last.end - last.base >= this.#releasedSegmentBytes)
      await this.#closeFile()
    while (this.#segments[0] && this.#segments[0].end <= this.#released) {
      if (this.#segments.length === 1 && this.#file) return
      await this.#files.remove(this.#segments[0].path)
      this.#segments.shift()
    }
  }

  async close(): Promise<void> {
    await this.#turn
    await this.#closeFile()
  }
}
