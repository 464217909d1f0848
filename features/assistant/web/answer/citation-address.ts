import { instantOfText, localText } from '#kit/model/time/zone.ts'
import { detailHref } from '#kit/web/detail/detail-address.ts'
import type { Citation } from '../../contract/answer.ts'

const minute = 60_000
/** What a wall clock is set back by at most; two hours then have the same name. */
const hour = 60 * minute

/** A sensor by its device and its key, with a range of time, ms UTC. */
export interface ChartPlace {
  readonly thing: string
  readonly sensor: string
  readonly from: number
  readonly to: number
}

/**
 * The address of the historical chart of exactly this range. The period is of whole minutes on the
 * wall clock of `zone`; a range that is none of these is a zoom into it.
 */
export function chartAddress({ thing, sensor, from, to }: ChartPlace, zone: string): string {
  const period = { from: textBefore(from, zone), to: textAfter(to, zone) }
  const isWhole = instantOfText(period.from, zone) === from && instantOfText(period.to, zone) === to
  const zoom = isWhole ? null : { zoom: `${Math.floor(from)}-${Math.ceil(to)}` }
  return address('/warroomCharts', { thing, sensor, ...period, ...zoom })
}

/** The latest wall-clock text that does not name a later instant. */
function textBefore(time: number, zone: string): string {
  const text = localText(time, zone)
  return (instantOfText(text, zone) ?? time) > time ? localText(time - hour, zone) : text
}

/** The earliest one that does not name an instant before. */
function textAfter(time: number, zone: string): string {
  const whole = Math.ceil(time / minute) * minute
  const text = localText(whole, zone)
  // Of an hour that comes twice a text names the first one.
  return (instantOfText(text, zone) ?? whole) < time ? localText(whole + hour, zone) : text
}

/** What of the application a citation opens. */
export interface CitationTarget {
  readonly href: string
  /** The page that it is on, for the question whether somebody may open it. */
  readonly path: string
}

/** Where a citation leads: to the chart, the alarm, the device or the article that it names. */
export function citationTarget(citation: Citation, zone: string): CitationTarget {
  switch (citation.kind) {
    case 'sensor': {
      const { thing, sensor, from, to } = citation
      // Its present value is in its details.
      return from === null || to === null
        ? { path: '/warroomCharts', href: detailHref({ lesiId: thing, key: sensor }) }
        : { path: '/warroomCharts', href: chartAddress({ thing, sensor, from, to }, zone) }
    }
    case 'alarm':
      return target('/sensoralarm/alarmlist', { alarm: String(citation.id) })
    case 'device':
      return target('/cognito/cognito-info', { device: citation.thing })
    case 'article':
      return target(`/articles/${citation.id}`)
    case 'devices':
      return target(
        '/cognito/cognito-info',
        citation.status === null ? {} : { state: citation.status },
      )
    case 'alarms':
      return target('/sensoralarm/alarmlist', alarmPeriod(citation, zone))
  }
}

/** Of which time the list shows alarms, in whole minutes; without a range those of now. */
function alarmPeriod(
  { from, to }: { readonly from: number | null; readonly to: number | null },
  zone: string,
): Readonly<Record<string, string>> {
  if (from === null || to === null) return {}
  const period = { from: textBefore(from, zone), to: textAfter(to, zone) }
  return { tab: 'history', period: 'custom', ...period }
}

const target = (path: string, search: Readonly<Record<string, string>> = {}): CitationTarget => ({
  path,
  href: address(path, search),
})

function address(path: string, search: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(search).toString()
  return text === '' ? path : `${path}?${text}`
}
