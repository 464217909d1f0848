import { join } from 'node:path'
import { SerialQueue } from '../process/serial-queue.ts'
import { DamageRecord, type JournalDamage } from './damage.ts'
import { encodeFrame, type Frame } from './frame.ts'
import { diskFiles, type AppendFile, type JournalFiles } from './journal-files.ts'
import { withUnreadableBlocks, type ReadRetries } from './readable-files.ts'
import {
  findFrame,
  headerBytes,
  newSegment,
  openSegment,
  readFrames,
  damagedNames,
  segmentBases,
  segmentHeader,
  type LocatedFrame,
  type Segment,
} from './segment.ts'

export interface JournalOptions {
  readonly files?: JournalFiles
  readonly readRetries?: ReadRetries
  /** What lies between these places of a file cannot be read, by no crash but by damage. */
  readonly onDamage?: (path: string, begin: number, end: number) => void
  /** So many bytes at the end of a file are no whole frame: a crash leaves such. */
  readonly onCut?: (path: string, bytes: number) => void
  /** A segment of this size is closed, and the next one begun. */
  readonly segmentBytes?: number
  /** A segment of this size that has been released whole is closed, so that it can be removed. */
  readonly releasedSegmentBytes?: number
}

/** What lies between two places of one segment. */
export interface Extent {
  readonly segmentId: string
  readonly frames: readonly LocatedFrame[]
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
  readonly #onCut: NonNullable<JournalOptions['onCut']>
  readonly #segmentBytes: number
  readonly #releasedSegmentBytes: number
  readonly #segments: Segment[] = []
  #file: AppendFile | null = null
  #end = 0
  #released = 0
  readonly #queue = new SerialQueue()
  #checkpoint: Buffer | null = null
  readonly #damage = new DamageRecord()
  /** Files that the disk could not read in some part. */
  readonly #unreadable = new Set<string>()
  #isWhole = true

  private constructor(directory: string, options: JournalOptions) {
    this.#directory = directory
    this.#files = withUnreadableBlocks(
      options.files ?? diskFiles,
      options.readRetries,
      (path) => void this.#unreadable.add(path),
    )
    this.#onDamage = options.onDamage ?? (() => {})
    this.#onCut = options.onCut ?? (() => {})
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
    const names = await this.#files.list(this.#directory)
    for (const name of damagedNames(names)) this.#damage.addPutAside(join(this.#directory, name))
    const bases = segmentBases(names)
    for (const [index, base] of bases.entries()) await this.#scanSegment(base, bases[index + 1])
    this.#end = this.#segments.at(-1)?.end ?? bases.at(-1) ?? 0
    this.#released = this.#segments[0]?.base ?? this.#end
  }

  /** `next`: where the next segment begins; undefined for the last one. */
  async #scanSegment(base: number, next: number | undefined): Promise<void> {
    const { path } = newSegment(this.#directory, base)
    const limit = next ?? Number.MAX_SAFE_INTEGER
    const visit = ({ kind, payload }: Frame) => {
      if (kind === checkpointKind) this.#checkpoint = Buffer.from(payload)
    }
    const segment = await openSegment(this.#files, path, base, limit, visit)
    const { end, damages, isCut } = segment ?? newSegment(this.#directory, base)
    if (next !== undefined && end < next) damages.set(end, next)
    else if (next === undefined && this.#unreadable.has(path))
      // What a crash leaves at the end of the last file can be read.
      damages.set(end, await this.#files.size(path).then((size) => Math.max(base + size, end + 1)))
    if (damages.size > 0 || isCut) this.#isWhole = false
    if (isCut && next === undefined)
      this.#onCut(path, (await this.#files.size(path)) - headerBytes - (end - base))
    for (const damage of damages) this.#reportDamage(path, ...damage)
    if (segment) this.#segments.push(segment)
    else await this.#removeFile(path, damages.size > 0)
  }

  async #removeFile(path: string, isDamaged: boolean): Promise<void> {
    if (!isDamaged) return this.#files.remove(path)
    this.#damage.addPutAside(path, await this.#files.rejectLine(path))
  }

  #reportDamage(path: string, begin: number, end: number): void {
    this.#damage.addBytes(path, end - begin)
    this.#onDamage(path, begin, end)
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

  /** What cannot be read. */
  get damage(): JournalDamage {
    return this.#damage
  }

  /**
   * Whether everything in the files could be read when the journal was opened. Otherwise entries
   * and checkpoints may be missing: what a crash cut, which was never acknowledged, or damage.
   */
  get isWhole(): boolean {
    return this.#isWhole
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
    return this.#queue.run(() => this.#append(bytes))
  }

  async #append(bytes: Buffer): Promise<number> {
    const segment = await this.#writable()
    try {
      await this.#file?.append(bytes)
    } catch (error) {
      // After a failed sync it is unknown what of the file is on disk: it ends where it was
      // certain, and a new one begins.
      await this.#closeFile()
      throw error
    }
    segment.end += bytes.length
    this.#end = segment.end
    return this.#end
  }

  async #writable(): Promise<Segment> {
    const last = this.#segments.at(-1)
    // What would be appended to a file that cannot be read could not be read either.
    const isFull = (segment: Segment) =>
      segment.end - segment.base >= this.#segmentBytes || this.#unreadable.has(segment.path)
    if (this.#file && last && !isFull(last)) return last
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
   * Stores a payload of the journal's user; the newest one is found as `checkpoint` when the
   * journal is opened again.
   */
  async setCheckpoint(payload: Buffer): Promise<void> {
    await this.append([{ kind: checkpointKind, count: 0, payload }])
    this.#checkpoint = payload
  }

  /**
   * Frames from `begin` on, of one segment and about `maximumBytes` at most; null when there are
   * none. Checkpoints are left out. Where `begin` is damaged the extent has no frames and ends
   * where they go on.
   */
  read(begin: number, maximumBytes: number): Promise<Extent | null> {
    return this.#damage.watch(this.#read(begin, maximumBytes))
  }

  async #read(begin: number, maximumBytes: number): Promise<Extent | null> {
    const segment = this.#segments.find(({ base, end }) => end > base && begin < end)
    if (!segment) return null
    const start = Math.max(begin, segment.base)
    const located = await readFrames(this.#files, segment, start, maximumBytes)
    const end = located.at(-1)?.end ?? (await this.#behindDamage(segment, start))
    const frames = located.filter(({ kind }) => kind !== checkpointKind)
    return { segmentId: segment.id, frames, begin: start, end }
  }

  async #behindDamage(segment: Segment, begin: number): Promise<number> {
    const { end, path, damages } = segment
    const found = damages.get(begin)
    if (found !== undefined) return found
    const next = (await findFrame(this.#files, segment, begin)) ?? end
    damages.set(begin, next)
    this.#reportDamage(path, begin, next)
    return next
  }

  /**
   * Frames between two places of the segment `segmentId`, as `read` gave them; null when the
   * segment was removed, or does not hold all of them any more.
   */
  async readExtent(segmentId: string, begin: number, end: number): Promise<Extent | null> {
    const segment = this.#segments.find(({ id }) => id === segmentId)
    if (!segment) return null
    const located = await readFrames(this.#files, { ...segment, end }, begin, end - begin)
    if (located.at(-1)?.end !== end) return null
    return { segmentId, frames: located.filter(({ kind }) => kind !== checkpointKind), begin, end }
  }

  /**
   * What lies before `place` is not needed any more. Files that hold nothing else are removed;
   * damaged ones are put aside, for whoever can save something of them.
   */
  release(place: number): Promise<void> {
    this.#released = Math.max(this.#released, place)
    return this.#queue.run(() => this.#removeReleased())
  }

  async #removeReleased(): Promise<void> {
    const last = this.#segments.at(-1)
    if (last && last.end <= this.#released && last.end - last.base >= this.#releasedSegmentBytes)
      await this.#closeFile()
    while (this.#segments[0] && this.#segments[0].end <= this.#released) {
      if (this.#segments.length === 1 && this.#file) return
      const { path, damages } = this.#segments[0]
      await this.#removeFile(path, damages.size > 0)
      this.#segments.shift()
    }
  }

  /**
   * What is appended from now on lies in another file, so that the present one can be removed as
   * soon as it has been released.
   */
  beginFile(): Promise<void> {
    return this.#queue.run(async () => {
      await this.#closeFile()
      await this.#removeReleased()
    })
  }

  async close(): Promise<void> {
    await this.#queue.ended()
    await this.#closeFile()
  }
}
