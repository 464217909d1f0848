import type { Locale } from '#kit/model/locale.ts'
import { fold } from '../../understanding/fold.ts'
import { lexicons } from '../../understanding/language.ts'
import type { Evidence } from './evidence.ts'
import { hasName } from './check-claims.ts'

/** Whether a sentence without names and figures is about what a list of evidence has. */
export function isAboutList(sentence: string, { citations }: Evidence, locale: Locale): boolean {
  const text = fold(sentence)
  const kinds = new Set(citations.map(({ kind }) => kind))
  const { intents, devices } = lexicons[locale]
  const has = (...wanted: readonly string[]) =>
    intents.some(([intent, form]) => wanted.includes(intent) && text.search(form) >= 0)
  return (
    (kinds.has('alarms') && has('alarms', 'active_alarms')) ||
    (kinds.has('devices') && (text.search(devices) >= 0 || has('online', 'offline')))
  )
}

/** Evidence about the devices and sensors that a sentence names; null: it names none. */
export function aboutOf(
  sentence: string,
  evidence: readonly Evidence[],
): ReadonlySet<Evidence> | null {
  const text = fold(sentence)
  const has = (name: string) => name.trim().length > 1 && hasName(text, fold(name))
  const parts = (each: Evidence) =>
    each.citations.flatMap((citation) => {
      const labels = citation.label.split(' · ')
      const device = 'thing' in citation ? [labels.at(-1) ?? '', citation.thing] : []
      const own = labels.length > 1 || citation.kind === 'article' ? [labels[0] ?? ''] : []
      return [{ isDevice: device.some(has), isOwn: own.some(has), hasOwn: own.length > 0 }]
    })
  const found = evidence.map((each) => ({ each, parts: parts(each) }))
  const anyDevice = found.some((one) => one.parts.some(({ isDevice }) => isDevice))
  const anyOwn = found.some((one) => one.parts.some(({ isOwn }) => isOwn))
  if (!anyDevice && !anyOwn) return null
  const fits = ({ isDevice, isOwn, hasOwn }: ReturnType<typeof parts>[number]) =>
    (!anyDevice || isDevice) && (!anyOwn || isOwn || !hasOwn)
  return new Set(found.filter((one) => one.parts.some(fits)).map(({ each }) => each))
}
