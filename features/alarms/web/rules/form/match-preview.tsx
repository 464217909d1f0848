import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useDebounced } from '#kit/web/browser/use-debounced.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { matchAlarmRule } from '../../../contract/rule-routes.ts'
import type { RuleDraft } from './draft.ts'
import { useRuleEntries } from './rule-entries.tsx'

const typingMs = 300

/** The sensors that the rule would be about; undefined while it names none or that is not known. */
export function useMatches() {
  const { draft } = useRuleEntries()
  const { target } = draft
  const { kind } = draft.condition
  const body = useDebounced(
    useMemo(() => ({ target, kind }), [target, kind]),
    typingMs,
  )
  return useQuery({
    ...queryOf(matchAlarmRule, { body }),
    select: replyData,
    // What is asked about lags behind what is chosen, in both directions.
    enabled: namesSome(target) && namesSome(body.target),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
}

const namesSome = (target: RuleDraft['target']) =>
  target.kind === 'pattern' || target.sensors.length > 0

/** How many sensors the rule is about, and which. */
export function MatchPreview() {
  const translate = useTranslations('alarms.rules.form')
  const { number } = useFormat()
  const { draft } = useRuleEntries()
  const { data, isPlaceholderData, isError } = useMatches()
  if (!namesSome(draft.target) || isError || !data) return null
  const { total, sensors } = data
  return (
    <details className="alarm-rules-matches" aria-busy={isPlaceholderData}>
      <summary aria-live="polite">
        {translate('matches', { count: total, figure: number(total) })}
      </summary>
      <ul>
        {sensors.map(({ thing, key, device, alias }) => (
          <li key={`${thing} ${key}`}>
            {alias} <small>{device}</small>
          </li>
        ))}
        {total > sensors.length && (
          <li>{translate('moreMatches', { figure: number(total - sensors.length) })}</li>
        )}
      </ul>
    </details>
  )
}
