import type { Locale } from '#kit/model/locale.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { NoticedAlarm } from '#kit/server/alarm-notices.ts'
import type { NewDelivery } from '#kit/server/deliveries/delivery.ts'
import {
  maximumMailLength,
  maximumSubjectLength,
  type MailContent,
} from '#kit/server/mail/mail-content.ts'
import { shortened } from '#kit/model/text/shortened.ts'
import { localText } from '#kit/model/time/zone.ts'
import type { StoredRoute } from '../routes-store.ts'
import { noticeWords, type NoticeWords } from './words.ts'

/** What messages are made of. */
export interface MessageServices {
  readonly catalogue: Pick<Catalogue, 'deviceById' | 'sensor'>
  /** The address under which people open the site, without a closing slash. */
  readonly siteAddress: () => string
  readonly siteName: string
  /** The site's zone. */
  readonly timezone: string
}

/** Alarms that one message names; of more it says how many there are. */
const maximumNamed = 100
/** Characters of a value in a mail, and of all alarms that it names. */
const maximumValue = 300
const maximumListed = maximumMailLength - 2_000
/** What a chart shows before and after the moment at which an alarm came. */
const aroundMs = 30 * 60_000

/** Whose deliveries belong to a route. */
export const sourceOf = (routeId: number): string => `notification-route ${routeId}`
/** The route of a source; 0: it is of something else. */
export const routeOfSource = (source: string): number =>
  Number(/^notification-route (\d+)$/.exec(source)?.[1] ?? 0)

/** What a webhook is sent of an alarm. */
export interface DescribedAlarm {
  readonly id: number
  readonly priority: number
  readonly device: { readonly lesiId: string; readonly name: string }
  readonly sensor: { readonly key: string; readonly alias: string; readonly unit: string } | null
  readonly text: string
  readonly value: number | string | null
  /** ISO 8601, UTC */
  readonly raisedAt: string
  readonly state: 'present' | 'returned'
  readonly isAcknowledged: boolean
  /** The chart around the alarm; the list of alarms where it has no sensor. */
  readonly link: string
}

/** The most urgent first, of these the oldest. */
export const byUrgency = (one: NoticedAlarm, other: NoticedAlarm): number =>
  one.priority - other.priority || one.raisedAt - other.raisedAt

/** The messages of a route about alarms; none about: a test. Browsers get theirs by `push/`. */
export function deliveriesOf(
  services: MessageServices,
  route: StoredRoute,
  alarms: readonly NoticedAlarm[],
  at: number,
): NewDelivery[] {
  const words = noticeWords[route.language]
  const sorted = alarms.toSorted(byUrgency).slice(0, maximumNamed)
  const named = describedAlarms(services, route.language, sorted)
  const common = { source: sourceOf(route.id), userId: null } as const
  if (route.target.kind === 'webhook') {
    const { siteName, siteAddress } = services
    const body = {
      ...{ site: siteName, route: route.name, isTest: alarms.length === 0 },
      ...{ sentAt: new Date(at).toISOString(), count: alarms.length, alarms: named },
      link: `${siteAddress()}/sensoralarm/alarmlist`,
    }
    const content = { routeId: route.id, body }
    return [{ ...common, channel: 'webhook', target: new URL(route.target.url).host, content }]
  }
  if (route.target.kind === 'push') return []
  const mail = {
    subject: shortened(subjectOf(services, words, named, alarms.length), maximumSubjectLength),
    text: textOf(services, { words, route, named, count: alarms.length }),
  }
  return route.target.recipients.map((to) => ({
    ...{ ...common, channel: 'mail', target: to },
    content: { ...mail, to } satisfies MailContent,
  }))
}

/** Alarms as messages to people list them, in their order. */
export function describedAlarms(
  services: MessageServices,
  language: Locale,
  alarms: readonly NoticedAlarm[],
): readonly (DescribedAlarm & { readonly path: string })[] {
  return alarms.map((alarm) => described(services, language, alarm))
}

function described(
  { catalogue, siteAddress, timezone }: MessageServices,
  language: Locale,
  alarm: NoticedAlarm,
) {
  const sensor = alarm.sensorId === null ? undefined : catalogue.sensor(alarm.sensorId)
  const device = catalogue.deviceById(alarm.deviceId)
  const lesiId = device?.lesiId ?? ''
  const around = sensor && {
    ...{ thing: lesiId, sensor: sensor.key },
    from: localText(alarm.since - aroundMs, timezone),
    to: localText(alarm.since + aroundMs, timezone),
  }
  const path = around
    ? `/warroomCharts?${new URLSearchParams(around).toString()}`
    : '/sensoralarm/alarmlist'
  return {
    ...{ id: alarm.id, priority: alarm.priority, value: alarm.value },
    device: { lesiId, name: device?.name ?? lesiId },
    sensor: sensor ? { key: sensor.key, alias: sensor.alias, unit: sensor.unit } : null,
    text: textOfAlarm(noticeWords[language], alarm, alarm.message[language]),
    raisedAt: new Date(alarm.raisedAt).toISOString(),
    state: alarm.returnedAt === null ? 'present' : 'returned',
    ...{ isAcknowledged: alarm.isAcknowledged, path, link: siteAddress() + path },
  } as const
}

/** The rule's own text, else how it is called, else its limit. */
function textOfAlarm(words: NoticeWords, alarm: NoticedAlarm, own: string | undefined): string {
  if (own) return own
  if (alarm.ruleName) return alarm.ruleName
  return words.limit(alarm.isHigh, alarm.limit)
}

/** Which device and sensor an alarm is of. */
export const placeOf = ({ device, sensor }: DescribedAlarm) =>
  sensor ? `${device.name} · ${sensor.alias}` : device.name

function subjectOf(
  { siteName }: MessageServices,
  words: NoticeWords,
  [first, ...more]: readonly DescribedAlarm[],
  count: number,
): string {
  if (!first) return `${siteName}: ${words.test}`
  if (more.length > 0) return `${siteName}: ${words.several(count, first.priority)}`
  return `${siteName}: ${words.priority(first.priority)}: ${placeOf(first)}: ${first.text}`
}

interface MessageContext {
  readonly words: NoticeWords
  readonly route: StoredRoute
  readonly named: readonly DescribedAlarm[]
  readonly count: number
}

function textOf(
  { siteName, siteAddress, timezone }: MessageServices,
  { words, route, named, count }: MessageContext,
): string {
  const clock = (iso: string) => localText(Date.parse(iso), timezone).replace('T', ' ')
  const parts = named.map((alarm) => {
    const value = `${alarm.value} ${alarm.sensor?.unit ?? ''}`
    return [
      `${words.priority(alarm.priority)} · ${placeOf(alarm)}: ${alarm.text}`,
      ...(alarm.value === null ? [] : [words.value(shortened(value, maximumValue))]),
      words.came(`${clock(alarm.raisedAt)} (${timezone})`),
      ...(alarm.state === 'returned' ? [words.returned] : []),
      ...(alarm.isAcknowledged ? [words.acknowledged] : []),
      ...[alarm.link, ''],
    ].join('\n')
  })
  const listed = fitting(parts)
  const after = route.afterMinutes
  return [
    ...(count === 0 ? [words.testText, ''] : []),
    ...(after > 0 && count > 0 ? [words.escalation(after), ''] : []),
    ...listed,
    ...(count > listed.length ? [words.more(count - listed.length), ''] : []),
    words.reason(siteName, route.name),
    `${siteAddress()}/sensoralarm/alarmlist`,
  ].join('\n')
}

/** The first of these, as many as a mail has room for. */
function fitting(parts: readonly string[]): readonly string[] {
  let length = 0
  const end = parts.findIndex((part) => (length += part.length + 1) > maximumListed)
  return end === -1 ? parts : parts.slice(0, end)
}
