import type { RenamedColumn } from './columns.ts'
import { BrokerError, Publisher, type Counts } from './publisher.ts'
import { realPace, type ReplayClock } from './pace.ts'
import { openRecording, RecordingError, type Recording } from './recording.ts'
import { rowsOf } from './recording-rows.ts'
import type { OnProblem } from './cell-reader.ts'
import type { ReplayOptions } from './options.ts'

/** Maximum number of messages under way. */
const maximumUnacknowledged = 256
const timeoutMs = 30_000

export interface ReplayProgress {
  readonly rows: number
  readonly share: number
  readonly sent: Counts
  readonly acknowledged: Counts
}

export interface ReplayResult {
  readonly file: string
  readonly device: string
  /** Columns whose sensors are named otherwise. */
  readonly renamed: readonly RenamedColumn[]
  readonly rows: number
  readonly skippedRows: number
  readonly skippedCells: number
  readonly sent: Counts
  readonly acknowledged: Counts
  /** Earliest and latest time that was sent, ms UTC; null when nothing was. */
  readonly from: number | null
  readonly to: number | null
  readonly seconds: number
  readonly interrupted: boolean
  /** Why it ended early, if it did. */
  readonly failure: string | null
}

export interface ReplayHooks {
  /** The broker. */
  readonly url: string
  readonly token: string
  /** Called once, before the first row is sent, when there are any. */
  readonly onRenamed?: (renamed: readonly RenamedColumn[]) => void
  readonly onProgress?: (progress: ReplayProgress) => void
  readonly onProblem?: OnProblem
  readonly signal: AbortSignal
  readonly pace?: ReplayClock
  readonly timeoutMs?: number
}

/**
 * Publishes a recording row by row as its device would, at its own pace times the speed. Ends
 * early, without an error, when the signal aborts or the broker stops answering: the result says
 * so. Throws `RecordingError` or `BrokerError` when it cannot begin.
 */
export async function replay(options: ReplayOptions, hooks: ReplayHooks): Promise<ReplayResult> {
  const recording = await openRecording(options.file, options)
  const run = new Run(options, hooks, recording)
  return run.toTheEnd()
}

class Run {
  readonly #options: ReplayOptions
  readonly #hooks: ReplayHooks
  readonly #recording: Recording
  readonly #pace: ReplayClock
  #rows = 0
  #skipped = { row: 0, cell: 0 }
  #from: number | null = null
  #to: number | null = null
  #failure: string | null = null

  constructor(options: ReplayOptions, hooks: ReplayHooks, recording: Recording) {
    this.#options = options
    this.#hooks = hooks
    this.#recording = recording
    this.#pace = hooks.pace ?? realPace
  }

  async toTheEnd(): Promise<ReplayResult> {
    const { file, device } = this.#options
    const { signal, token, url } = this.#hooks
    const { renamed } = this.#recording
    const latest =
      this.#options.rebase && this.#options.speed === Number.POSITIVE_INFINITY
        ? await latestTime(this.#recording)
        : null
    const publisher = await Publisher.open({
      url,
      device,
      token,
      maximumUnacknowledged,
      timeoutMs: this.#hooks.timeoutMs ?? timeoutMs,
      signal,
    })
    if (renamed.length > 0) this.#hooks.onRenamed?.(renamed)
    const begin = performance.now()
    try {
      await this.#sendRows(publisher, latest)
      await publisher.drain()
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error
      this.#failure = error.message
    } finally {
      await publisher.close()
    }
    if (this.#rows === 0 && !signal.aborted && this.#failure === null)
      throw new RecordingError(`${file}: no row could be read.`)
    return {
      file,
      device,
      renamed,
      rows: this.#rows,
      skippedRows: this.#skipped.row,
      skippedCells: this.#skipped.cell,
      sent: publisher.sent,
      acknowledged: publisher.acknowledged,
      from: this.#from,
      to: this.#to,
      seconds: (performance.now() - begin) / 1_000,
      interrupted: signal.aborted,
      failure: this.#failure,
    }
  }

  async #sendRows(publisher: Publisher, latest: number | null): Promise<void> {
    const { speed, rebase } = this.#options
    const { signal, onProgress } = this.#hooks
    const begin = this.#pace.now()
    let first: number | undefined
    for await (const { time, values, readings, share } of rowsOf(this.#recording, this.#problem)) {
      first ??= time
      const due = begin + (time - first) / speed
      if (speed !== Number.POSITIVE_INFINITY) await this.#pace.until(due, signal)
      if (signal.aborted) return
      this.#rows++
      if (readings > 0) {
        // At a finite speed a moved reading bears the moment at which it is sent; otherwise the
        // recording ends now.
        const stamp = !rebase ? time : latest === null ? Math.round(due) : time + begin - latest
        this.#from = Math.min(this.#from ?? stamp, stamp)
        this.#to = Math.max(this.#to ?? stamp, stamp)
        await publisher.send(JSON.stringify({ ts: stamp, values }), readings)
      }
      onProgress?.({
        rows: this.#rows,
        share,
        sent: publisher.sent,
        acknowledged: publisher.acknowledged,
      })
    }
  }

  readonly #problem: OnProblem = (line, what, reason) => {
    this.#skipped[what]++
    this.#hooks.onProblem?.(line, what, reason)
  }
}

async function latestTime(recording: Recording): Promise<number | null> {
  let latest: number | null = null
  for await (const { time } of rowsOf(recording, () => undefined))
    latest = Math.max(latest ?? time, time)
  return latest
}
