import { reportFormat, type ReportFormat } from '#features/exports/contract/report/format.ts'
import { reportWords, type ReportWords } from '#features/exports/contract/report/words.ts'
import type { Locale } from '#kit/model/locale.ts'
import type { PrintedBlock, PrintedDocument } from '#kit/server/handover/printed-document.ts'
import type { Alarm } from '../../contract/alarm.ts'
import { handoverTitle } from '../../contract/handover-title.ts'
import type { Handover } from '../../contract/handover.ts'
import { handoverWords, type HandoverWords } from './handover-words.ts'

interface Printed {
  readonly language: Locale
  readonly timezone: string
  readonly site: string
  readonly author: string
  /** ms UTC */
  readonly now: number
}

interface DocumentContext {
  readonly own: HandoverWords
  readonly words: ReportWords
  readonly format: ReportFormat
}

const none = '–'

/** A handover as it is read on paper; what was cut off is counted. */
export function handoverDocument(shown: Handover, printed: Printed): PrintedDocument {
  const { language, timezone, site, author, now } = printed
  const words = reportWords(language)
  const format = reportFormat(language, timezone, words)
  const context = { own: handoverWords(language), words, format }
  const { shift } = shown
  return {
    title: handoverTitle(language, shift.name),
    details: [
      { name: words.site, value: site },
      { name: words.period, value: format.span(shift.from, shift.to) },
      { name: words.zone, value: timezone },
      { name: words.madeBy, value: author },
      { name: words.madeAt, value: format.moment(now) },
    ],
    groups: [
      ...notesGroup(shown, context),
      alarmsGroup(shown, context),
      acknowledgedGroup(shown, context),
      shelvedGroup(shown, context),
      beyondGroup(shown, context),
      outagesGroup(shown, context),
      annotationsGroup(shown, context),
    ],
  }
}

interface Part {
  readonly name: string
  /** What is shown where there are no rows. */
  readonly none: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Rows that are not listed. */
  readonly more?: number
}

/** A heading with its table, all of whose columns are words. */
function group({ words, format }: DocumentContext, part: Part): readonly PrintedBlock[] {
  const { name, head, rows, more = 0 } = part
  const heading = { kind: 'heading', text: name } as const
  if (rows.length === 0) return [heading, { kind: 'text', text: part.none }]
  const rest = `${words.notListed}: ${format.number(more, 0)}`
  return [
    heading,
    { kind: 'table', name, head, rows, words: head.length },
    ...(more > 0 ? [{ kind: 'text', text: rest } as const] : []),
  ]
}

function notesGroup(
  { notes }: Handover,
  context: DocumentContext,
): readonly (readonly PrintedBlock[])[] {
  const { own, format } = context
  if (notes === null) return []
  return [
    group(context, {
      ...{ name: own.notes, none: own.noNotes, head: [own.time, own.by, own.text] },
      rows: notes.map(({ at, author, text }) => [format.moment(at), author ?? own.gone, text]),
    }),
  ]
}

function nameOf({ device, sensor }: Pick<Alarm, 'device' | 'sensor'>): string {
  return sensor === null ? device.name : `${device.name} · ${sensor.alias}`
}

const ruleOf = ({ origin, ruleName }: Pick<Alarm, 'origin' | 'ruleName'>, own: HandoverWords) =>
  ruleName || (origin === 'lower' ? own.lower : own.upper)

function valueOf({ value, sensor }: Alarm, format: ReportFormat): string {
  if (value === null) return none
  if (typeof value === 'string') return value
  return `${format.number(value, sensor?.decimals ?? 0)} ${sensor?.unit ?? ''}`.trim()
}

function alarmsGroup({ alarms }: Handover, context: DocumentContext): readonly PrintedBlock[] {
  const { own, words, format } = context
  return group(context, {
    ...{ name: own.alarms, none: own.noAlarms },
    head: [own.time, own.priority, words.sensor, own.alarm, own.value, own.state],
    rows: alarms.list.map((alarm) => [
      format.moment(alarm.since),
      alarm.priority === 'journal' ? own.journal : String(alarm.priority),
      ...[nameOf(alarm), ruleOf(alarm, own), valueOf(alarm, format), own.phases[alarm.phase]],
    ]),
    more: alarms.total - alarms.list.length,
  })
}

function acknowledgedGroup(
  { alarms, shift }: Handover,
  context: DocumentContext,
): readonly PrintedBlock[] {
  const { own, words, format } = context
  return group(context, {
    ...{ name: own.acknowledged, none: own.noneAcknowledged },
    head: [own.time, words.sensor, own.alarm, own.by, own.comment],
    rows: alarms.list.flatMap((alarm) => {
      const { acknowledged } = alarm
      if (!acknowledged || acknowledged.at < shift.from || acknowledged.at >= shift.to) return []
      const { at, by, comment } = acknowledged
      return [[format.moment(at), nameOf(alarm), ruleOf(alarm, own), by ?? own.gone, comment]]
    }),
  })
}

function shelvedGroup({ shelved }: Handover, context: DocumentContext): readonly PrintedBlock[] {
  const { own, words, format } = context
  return group(context, {
    ...{ name: own.shelved, none: own.noneShelved },
    head: [words.sensor, own.alarm, own.until, own.by, own.reason],
    rows: shelved.map((shelf) => [
      ...[nameOf(shelf), ruleOf(shelf, own)],
      ...[shelf.until === null ? none : format.moment(shelf.until), shelf.by ?? own.gone],
      shelf.reason,
    ]),
  })
}

function beyondGroup(
  { beyond, shift }: Handover,
  context: DocumentContext,
): readonly PrintedBlock[] {
  const { own, words, format } = context
  return group(context, {
    ...{ name: shift.isOver ? own.beyond : own.beyondNow, none: own.noneBeyond },
    head: [words.sensor, own.value, own.limit, own.read],
    rows: beyond.list.map(({ sensor, side, limit, value, time }) => {
      const amount = (of: number) => `${format.number(of, sensor.decimals)} ${sensor.unit}`.trim()
      return [
        ...[`${sensor.deviceName} · ${sensor.alias}`, amount(value)],
        `${side === 'upper' ? own.upper : own.lower} ${amount(limit)}`,
        format.moment(time),
      ]
    }),
    more: beyond.total - beyond.list.length,
  })
}

function outagesGroup({ outages }: Handover, context: DocumentContext): readonly PrintedBlock[] {
  const { words, format } = context
  return group(context, {
    ...{ name: words.outages, none: words.noOutages },
    head: [words.device, words.from, words.to, words.length],
    rows: outages.list.map(({ device, from, until }) => [
      ...[device.name, format.moment(from), format.moment(until), format.duration(until - from)],
    ]),
    more: outages.total - outages.list.length,
  })
}

function annotationsGroup(
  { annotations }: Handover,
  context: DocumentContext,
): readonly PrintedBlock[] {
  const { own, words, format } = context
  return group(context, {
    ...{ name: own.annotations, none: own.noAnnotations },
    head: [own.time, words.sensor, own.text, own.by],
    rows: annotations.list.map(({ sensor, from, to, text, author }) => [
      ...[format.span(from, to), `${sensor.deviceName} · ${sensor.alias}`, text],
      author ?? own.gone,
    ]),
  })
}
