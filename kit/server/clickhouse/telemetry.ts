import { openEmbeddedEngine } from './embedded-engine.ts'
import type { InsertTarget, Slot, TelemetryLocation } from './engine.ts'
import { FairQueue } from './queries/fair-queue.ts'
import { releaseBytes } from '../process/release-bytes.ts'
import { nextSlice } from '../process/slices.ts'
import { nativeColumns } from './native/columns.ts'
import { nativeJson, type ColumnObserver } from './native/json.ts'
import { withParameters, type QueryParameters } from './queries/query-text.ts'
import { Readers } from './queries/readers.ts'
import { openRemoteEngine } from './remote-engine.ts'

/** Questions to the telemetry engine. */
export interface TelemetryReader {
  /** Rows as objects. 64-bit integers arrive as numbers: keep them below 2^53. */
  rows<Row>(query: string, parameters?: QueryParameters): Promise<Row[]>
  /**
   * The result as JSON: one array of numbers for each column, in order, as the bytes that the
   * engine wrote.
   */
  columns(query: string, parameters?: QueryParameters): Promise<Buffer[]>
  /**
   * The same, each array in pieces: the engine hands its columns over as it has them, and this
   * process writes the text, in half of the time. It is the thread that others need. `observer`
   * gets the number of rows before their text takes memory, and then the numbers of each column,
   * one column after the other, in chunks that begin at the same rows in all columns and are there
   * until it returns.
   */
  jsonColumns(
    query: string,
    parameters?: QueryParameters,
    observer?: ColumnObserver,
  ): Promise<Buffer[][]>
  /** The result as JSON, as the engine wrote it: a list of rows, each a list of its columns. */
  json(query: string, parameters?: QueryParameters): Promise<Buffer>
  /**
   * Rows of numbers, one after the other, without a text of any: each column of the statement is
   * a Float64.
   */
  numbers(query: string, parameters?: QueryParameters): Promise<Float64Array<ArrayBuffer>>
  /**
   * Columns of numbers and times, one after the other, without a text of any; times as they are
   * stored (`nativeColumns`). The quickest way, as nothing is converted; empty without rows.
   */
  numberColumns(query: string, parameters?: QueryParameters): Promise<Float64Array[]>
}

/**
 * Questions of one person: they wait their turn among those of others, and have limits of time and
 * memory.
 */
export interface PersonalReader extends TelemetryReader {
  /** The same for what is expected to take long: shorter questions go first. */
  readonly lengthy: TelemetryReader
}

/**
 * The telemetry engine: ClickHouse in this process or on a server, behind one client and one SQL.
 * What it is asked directly is the product's own work, which never waits for what people ask; their
 * questions go through `readerFor`. Settings belong into the statement's own SETTINGS clause: the
 * embedded engine keeps everything that is SET for all later statements, so a setting passed beside
 * one query would colour the next.
 */
export interface Telemetry extends TelemetryReader {
  /**
   * Questions on behalf of `source`, a session; `signal` is aborted when nobody waits for the
   * answer any more. They reject with `timeout`, `overloaded`, `too_many_requests`, or `invalid`
   * when too much is asked for.
   */
  readerFor(source: string, signal?: AbortSignal): PersonalReader
  /** Questions of people that wait for their turn. */
  readonly waitingQuestions: number
  /**
   * Inserts lines of the format TabSeparated; resolves when they are on disk. An error has the
   * engine's number as `code`.
   */
  insert(target: InsertTarget, lines: Buffer): Promise<void>
  command(statement: string): Promise<void>
  ping(): Promise<boolean>
  close(): Promise<void>
}

type Ask = (statement: string) => Promise<Buffer>

/** The product's own work is limited where it begins. */
const ownWork = {
  longAtOnce: Infinity,
  waitingPerSource: Infinity,
  waitingInAll: Infinity,
  timeoutMs: 2_147_483_647,
  yieldMs: 0,
  muchUseMs: Infinity,
  useHalfLifeMs: 1,
}

export function openTelemetry(location: TelemetryLocation): Telemetry {
  const engine =
    'url' in location ? openRemoteEngine(location.url) : openEmbeddedEngine(location.directory)
  const own = new FairQueue(engine.system, ownWork)
  const readers = new Readers(engine.readers)
  /**
   * Inserts are one source and everything else another: neither takes all slots from the other.
   */
  const inSlot = async <Result>(
    source: string,
    work: (slot: Slot) => Promise<Result>,
  ): Promise<Result> => {
    const { slot, release } = await own.take({ source, long: false, signal: undefined })
    return work(slot).finally(release)
  }
  const ask: Ask = (statement) => inSlot('questions', (slot) => slot.run(statement))
  return {
    ...readerOf(ask),
    readerFor(source, signal) {
      const reader = (long: boolean) =>
        readerOf((statement) => readers.ask(statement, { source, long, signal }))
      return { ...reader(false), lengthy: reader(true) }
    },
    get waitingQuestions() {
      return readers.waitingCount
    },
    insert: (target, lines) => inSlot('inserts', (slot) => slot.insert(target, lines)),
    command: async (statement) => void (await ask(statement)),
    ping: () => engine.ping(),
    close() {
      readers.close()
      return engine.close()
    },
  }
}

function readerOf(ask: Ask): TelemetryReader {
  /** What `read` makes of the answer, which is not there any more afterwards. */
  const made = async <Result>(
    statement: string,
    read: (answer: Buffer) => Result | Promise<Result>,
  ) => {
    const answer = await turnFor(await ask(statement))
    const result = await read(answer)
    releaseBytes(answer)
    return result
  }
  return {
    rows: <Row>(query: string, parameters?: QueryParameters) =>
      made(`${withParameters(query, parameters)} FORMAT JSONEachRow`, rowsIn<Row>),
    columns: async (query, parameters) =>
      arraysIn(await ask(`${withParameters(query, parameters)} FORMAT JSONCompactColumns`)),
    jsonColumns: async (query, parameters, observer) => {
      const answer = await turnFor(await ask(`${withParameters(query, parameters)} FORMAT Native`))
      return nativeJson(answer, observer).finally(() => releaseBytes(answer))
    },
    json: (query, parameters) =>
      made(`${withParameters(query, parameters)} FORMAT JSONCompactEachRow`, listOf),
    numberColumns: (query, parameters) =>
      made(`${withParameters(query, parameters)} FORMAT Native`, nativeColumns),
    numbers: (query, parameters) =>
      made(`${withParameters(query, parameters)} FORMAT RowBinary`, numbersIn),
  }
}

/** What is made of a large answer takes a millisecond or more: of all such, one a turn goes on. */
async function turnFor(answer: Buffer): Promise<Buffer> {
  if (answer.length >= largeBytes) await nextSlice()
  return answer
}

function rowsIn<Row>(lines: Buffer): Row[] {
  return lines.length === 0
    ? []
    : (JSON.parse(`[${lines.toString('utf8').trimEnd().replaceAll('\n', ',')}]`) as Row[])
}

const largeBytes = 256 * 1024
const [newline, comma] = [0x0a, 0x2c]

/** Lines of JSON as a list; only between them are there line breaks. */
function listOf(lines: Buffer): Buffer {
  for (let at = lines.indexOf(newline); at !== -1; at = lines.indexOf(newline, at + 1))
    lines[at] = comma
  return Buffer.concat([Buffer.from('['), lines.subarray(0, -1), Buffer.from(']')])
}

/** In the order of bytes that the engine and every processor of ours have. */
function numbersIn(bytes: Buffer): Float64Array<ArrayBuffer> {
  // A copy: what the engine wrote may begin anywhere in memory.
  return new Float64Array(new Uint8Array(bytes).buffer)
}

/**
 * The arrays inside the outer array; they hold numbers only, so brackets are nothing but brackets.
 */
function arraysIn(json: Buffer): Buffer[] {
  const arrays: Buffer[] = []
  let open = json.indexOf('[', json.indexOf('[') + 1)
  while (open !== -1) {
    const close = json.indexOf(']', open)
    arrays.push(json.subarray(open, close + 1))
    open = json.indexOf('[', close)
  }
  return arrays
}
