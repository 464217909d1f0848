import { useLocale, useTranslations } from 'use-intl'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Citation } from '../../contract/answer.ts'
import { citationTarget } from './citation-address.ts'
import { rangeText } from './range-text.ts'

interface CitationChipProps {
  readonly citation: Citation
  /** When the question was asked, ms UTC: what is of that day needs no date. */
  readonly askedAt: number
  readonly canOpen: (path: string) => boolean
}

/** What proves a sentence, and opens it; only its name for whom its page is closed. */
export function CitationChip({ citation, askedAt, canOpen }: CitationChipProps) {
  const { zone } = useFormat()
  const time = useTimeOf(citation, askedAt)
  const { href, path } = citationTarget(citation, zone)
  const content = (
    <>
      <CitationIcon citation={citation} />
      <span className="clip">{citation.label}</span>
      {time !== null && <span className="number">{time}</span>}
    </>
  )
  const title = time === null ? citation.label : `${citation.label}, ${time}`
  return canOpen(path) ? (
    <a className="ask-cite" href={href} title={title}>
      {content}
    </a>
  ) : (
    <span className="ask-cite" title={title}>
      {content}
    </span>
  )
}

const icons: Readonly<Record<Citation['kind'], IconName>> = {
  ...{ sensor: 'analog', alarm: 'bell', device: 'device', article: 'document' },
  ...{ devices: 'device', alarms: 'bell' },
}

function CitationIcon({ citation }: { readonly citation: Citation }) {
  if (citation.kind === 'alarm' && citation.priority !== 'journal')
    return <AlarmShape priority={citation.priority} state="acknowledged" />
  return <Icon name={icons[citation.kind]} />
}

/** Which time it is about, in words; null: none. */
function useTimeOf(citation: Citation, askedAt: number): string | null {
  const translate = useTranslations('assistant')
  const locale = useLocale()
  const { zone, moment } = useFormat()
  if (citation.kind === 'alarm') return moment(citation.at, askedAt)
  if (citation.kind !== 'sensor' && citation.kind !== 'alarms') return null
  const { from, to } = citation
  if (from === null || to === null) return translate('now')
  return rangeText({ from, to }, askedAt, { zone, locale })
}
