import { parseArgs } from 'node:util'
import { LesiId } from '#kit/model/device.ts'

/** What the command line asked for. */
export interface ReplayOptions {
  readonly file: string
  readonly device: string
  /** The broker, when it was named. */
  readonly url: string | undefined
  /**
   * How many times faster than it was recorded; Infinity for as fast as the broker acknowledges.
   */
  readonly speed: number
  /** Moves the times of the recording to the present. */
  readonly rebase: boolean
  readonly separator: string | undefined
  readonly timeColumn: string | undefined
  /** Zone of times that name none, as an IANA name. */
  readonly timezone: string
  readonly token: string | undefined
  readonly json: boolean
}

export class UsageError extends Error {}

export const usage = `Usage: npm run replay -- FILE.csv --device ID [options]

Publishes a recording over MQTT as the device would.

  --device ID          LESI ID of the device
  --token T            token of the device (or environment variable DEVICE_TOKEN)
  --url URL            broker, default: that of the server on this machine, else what MQTT_URL
                       or MQTT_HOST and MQTT_PORT name
  --speed N            times faster than recorded, default 1; 0 or max: as fast as acknowledged
  --rebase now         move the recording to the present: it starts now, its times compressed by
                       the speed; with --speed max it keeps its own spacing and ends now
  --separator C        ; , or tab, default: what the first line suggests
  --time-column NAME   column of the times, default: datetime, timestamp, time, ts, date …
  --timezone ZONE      zone of times without one, default UTC
  --json               print the result as JSON, without progress

Column names become sensor keys: letters, digits and _ . - stay, everything else becomes _, and
a repeated name gets a number. The replay prints which names it changed.
`

const definition = {
  device: { type: 'string' },
  token: { type: 'string' },
  url: { type: 'string' },
  speed: { type: 'string', default: '1' },
  rebase: { type: 'string' },
  separator: { type: 'string' },
  'time-column': { type: 'string' },
  timezone: { type: 'string', default: 'UTC' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/**
 * Reads the command line; `help` when only the usage was asked for. Throws `UsageError` saying what
 * is wrong.
 */
export function readOptions(args: readonly string[]): ReplayOptions | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [file, ...more] = positionals
  if (file === undefined) throw new UsageError('Which file? Name a CSV file.')
  if (more.length > 0) throw new UsageError(`One file at a time: what is ${more.join(' ')}?`)
  const device = LesiId.safeParse(values.device)
  if (values.device === undefined) throw new UsageError('Which device? Give --device ID.')
  if (!device.success)
    throw new UsageError(`--device ${values.device}: a LESI ID has 3 to 64 of A–Z a–z 0–9 _ -`)
  if (values.rebase !== undefined && values.rebase !== 'now')
    throw new UsageError('--rebase can only be: now')
  return {
    file,
    device: device.data,
    url: values.url === undefined ? undefined : readUrl(values.url),
    speed: readSpeed(values.speed),
    rebase: values.rebase === 'now',
    separator: readSeparator(values.separator),
    timeColumn: values['time-column'],
    timezone: readZone(values.timezone),
    token: values.token,
    json: values.json,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: definition, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function readUrl(url: string): string {
  if (!/^(mqtts?|tcp|ssl|wss?):\/\/./.test(url) || !URL.canParse(url))
    throw new UsageError(`--url ${url}: must be like mqtt://host:1883`)
  return url
}

function readSpeed(text: string): number {
  if (text === 'max') return Number.POSITIVE_INFINITY
  const speed = Number(text)
  if (text.trim() === '' || !Number.isFinite(speed) || speed < 0)
    throw new UsageError(`--speed ${text}: must be a number from 0, or max`)
  return speed === 0 ? Number.POSITIVE_INFINITY : speed
}

function readSeparator(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const separator = text === 'tab' || text === '\\t' ? '\t' : text
  if (separator.length !== 1 || /["\r\n]/.test(separator))
    throw new UsageError(`--separator ${text}: must be one character, or tab`)
  return separator
}

function readZone(timezone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone
  } catch {
    throw new UsageError(`--timezone ${timezone}: not a known zone; use a name like Asia/Taipei`)
  }
}
