import { deviceGaps } from '#kit/ui/chart/data/device-gaps.ts'
import type { DeviceActivity } from '#features/history/contract/sensor-report.ts'
import type { Block, Figure, ReportDocument } from './document.ts'
import type { ReportFormat } from './format.ts'
import { notListedBlock } from './not-listed.ts'
import type { Section } from './section.ts'
import type { ReportWords } from './words.ts'

const maximumOutages = 60

/** What is above a report. */
export interface ReportHead {
  readonly site: string
  /** The shift that it is about, if it is about one. */
  readonly shift: string | null
  readonly from: number
  readonly to: number
  readonly timezone: string
  readonly madeBy: string
  /** ms UTC; what has not happened until then is in no figure. */
  readonly madeAt: number
  readonly notes: string
}

/** When a device was active in the period; null: the device has none that says so. */
export interface ActiveDevice {
  readonly name: string
  readonly activity: DeviceActivity
}

interface Composed {
  readonly head: ReportHead
  readonly sections: readonly Section[]
  readonly devices: readonly ActiveDevice[]
  readonly words: ReportWords
  readonly format: ReportFormat
}

/** The whole report: what it is about, all sensors in one table, outages, each sensor, notes. */
export function composeReport(composed: Composed): ReportDocument {
  const { head, sections, words } = composed
  return {
    title: head.shift === null ? words.report : `${words.shiftReport}: ${head.shift}`,
    details: detailsOf(composed),
    groups: [
      [{ kind: 'heading', text: words.overview }, overview(sections, words)],
      [{ kind: 'heading', text: words.outages }, ...outageBlocks(composed)],
      [{ kind: 'notes', name: words.notes, text: head.notes.trim() === '' ? null : head.notes }],
      ...sections.map(({ group }) => group),
    ],
  }
}

function detailsOf({ head, words, format }: Composed): Figure[] {
  const { site, from, to, timezone, madeBy, madeAt } = head
  return [
    { name: words.site, value: site },
    { name: words.period, value: format.span(from, to) },
    { name: words.length, value: format.duration(to - from) },
    { name: words.zone, value: timezone },
    { name: words.madeBy, value: madeBy },
    { name: words.madeAt, value: format.moment(madeAt) },
    ...(madeAt < to ? [{ name: words.knownUntil, value: format.moment(madeAt) }] : []),
  ]
}

function overview(sections: readonly Section[], words: ReportWords): Block {
  return {
    ...{ kind: 'table', name: words.overview, words: 2 },
    head: [
      ...[words.device, words.sensor, words.minimum, words.average, words.median, words.maximum],
      ...[words.outside, words.available],
    ],
    rows: sections.map(({ row }) => row),
  }
}

/** When devices were silent for longer than they may be. */
function outageBlocks({ head, devices, words, format }: Composed): Block[] {
  const covered = { from: head.from, to: Math.min(head.to, head.madeAt) }
  const outages = devices
    .flatMap(({ name, activity }) => deviceGaps(activity, covered).map((gap) => ({ name, ...gap })))
    .toSorted((one, other) => one.from - other.from)
  if (outages.length === 0) return [{ kind: 'text', text: words.noOutages }]
  const rows = outages
    .slice(0, maximumOutages)
    .map(({ name, from, to }) => [
      ...[name, format.moment(from), format.moment(to), format.duration(to - from)],
    ])
  return [
    {
      ...{ kind: 'table', name: words.outages, words: 3, rows },
      head: [words.device, words.from, words.to, words.length],
    },
    ...notListedBlock(outages.length - rows.length, { words, format }),
  ]
}
