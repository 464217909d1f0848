import { z } from 'zod'
import type { Locale } from '#kit/model/locale.ts'
import type { NoticedAlarm } from '#kit/server/alarm-notices.ts'
import type { NewDelivery } from '#kit/server/deliveries/delivery.ts'
import type { PushPayload } from '../../contract/push-payload.ts'
import { describedAlarms, placeOf, type MessageServices } from '../delivering/message.ts'
import { noticeWords } from '../delivering/words.ts'
import type { StoredBrowser } from './push-store.ts'

/** Alarms that are named to one browser; of more it is shown how many there are. */
const maximumNamed = 100
/** Lines and characters that systems show of a notification; all of it has to fit into 3 KB. */
const shownLines = 4
const maximumTitle = 100
const maximumLine = 140

/** What is to be sent to one browser; its text is made when it is sent. */
export const PushContent = z.object({
  browserId: z.int(),
  /** Null: a test that the person asked for. */
  routeId: z.int().nullable(),
  /** Empty: a test. */
  alarmIds: z.array(z.int()),
  count: z.int(),
})
type PushContent = z.infer<typeof PushContent>

/** A delivery of these alarms, the most urgent first, to one browser. */
export function pushDelivery(
  { id, userId, endpoint }: StoredBrowser,
  email: string,
  source: string,
  {
    routeId,
    alarms,
  }: { readonly routeId: number | null; readonly alarms: readonly NoticedAlarm[] },
): NewDelivery {
  const content: PushContent = {
    ...{ browserId: id, routeId, count: alarms.length },
    alarmIds: alarms.slice(0, maximumNamed).map((alarm) => alarm.id),
  }
  const target = `${email} · ${new URL(endpoint).hostname}`
  return { channel: 'push', source, userId, target, content }
}

interface About {
  readonly routeId: number | null
  /** Those that are open to the person now. */
  readonly alarms: readonly NoticedAlarm[]
  /** With those that were not named. */
  readonly count: number
  readonly language: Locale
  readonly now: number
}

/** The notification, in the language of the person. */
export function payloadOf(services: MessageServices, about: About): PushPayload {
  const { routeId, alarms, count, language, now } = about
  const words = noticeWords[language]
  const described = describedAlarms(services, language, alarms)
  const [first, ...more] = described
  const lang = language === 'zh-TW' ? 'zh-Hant-TW' : language
  const list = '/sensoralarm/alarmlist'
  const tag = `route-${routeId ?? 'test'}`
  if (!first)
    return {
      ...{ title: `${services.siteName}: ${words.test}`, body: words.testText, language: lang },
      ...{ tag: 'test', path: '/profile/edit', time: now, isUrgent: false },
    }
  const isUrgent = described.some((each) => each.priority === 1 && !each.isAcknowledged)
  if (more.length === 0 && count <= 1)
    return {
      title: cut(`${words.priority(first.priority)}: ${placeOf(first)}`, maximumTitle),
      body: [first.text, ...valueLine(words, first), ...stateLines(words, first)]
        .map((line) => cut(line, maximumLine))
        .join('\n'),
      ...{ language: lang, tag: `alarm-${first.id}`, path: first.path, isUrgent },
      time: Date.parse(first.raisedAt),
    }
  const lines = described.slice(0, shownLines).map((alarm) => {
    const state = stateLines(words, alarm).map((line) => ` ${line}`)
    const place = `${placeOf(alarm)}: ${alarm.text}`
    return cut(place, maximumLine - state.join('').length) + state.join('')
  })
  return {
    title: cut(words.several(count, first.priority), maximumTitle),
    ...{ body: lines.join('\n'), language: lang, tag, path: list, time: now, isUrgent },
  }
}

/** What has become of it since it came: a notice may leave late. */
function stateLines(
  words: (typeof noticeWords)[Locale],
  { state, isAcknowledged }: ReturnType<typeof describedAlarms>[number],
): readonly string[] {
  return [
    ...(state === 'returned' ? [words.returned] : []),
    ...(isAcknowledged ? [words.acknowledged] : []),
  ]
}

function valueLine(
  words: (typeof noticeWords)[Locale],
  { value, sensor }: ReturnType<typeof describedAlarms>[number],
): readonly string[] {
  return value === null ? [] : [words.value(`${value} ${sensor?.unit ?? ''}`.trim())]
}

/** At most so many signs, none of them in halves. */
function cut(text: string, maximum: number): string {
  const signs = [...text]
  return signs.length <= maximum ? text : `${signs.slice(0, maximum - 1).join('')}…`
}
