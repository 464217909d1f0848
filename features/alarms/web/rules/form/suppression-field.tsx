import { useQueries, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { searched, useSearch, useSearchedChoices } from '#kit/web/calls/use-choices.ts'
import { listAlarmRules, readAlarmRule } from '../../../contract/rule-routes.ts'
import { maximumSuppressors } from '../../../contract/rule.ts'
import { FieldFrame } from './field-frame.tsx'
import { errorAt, useRuleEntries } from './rule-entries.tsx'

const maximumListed = 50

/** The rules while whose alarms on the same device this one shows none. */
export function SuppressionField() {
  const translate = useTranslations('alarms.rules.form')
  const { draft, id: ownId, errors, change } = useRuleEntries()
  const search = useSearch()
  const listed = useQuery({
    ...queryOf(listAlarmRules, {
      query: { page: 1, limit: maximumListed, ...(search.find && { search: search.find }) },
    }),
    select: replyData,
    ...searched,
  })
  const choices = useSearchedChoices(search, listed, translate('noRule'))
  const found = (listed.data ?? []).filter(({ id }) => id !== ownId)
  const missing = draft.suppressedBy.filter((id) => found.every((each) => each.id !== id))
  const others = useQueries({
    queries: missing.map((id) => ({
      ...queryOf(readAlarmRule, { params: { id } }),
      meta: { quiet: true },
    })),
  })
  const labelOf = (rule: (typeof others)[number] | undefined, id: number) => {
    const { data, error } = rule ?? {}
    if (data) return data.data.name
    const isGone = error instanceof ApiError && error.status === 404
    return isGone ? translate('goneRule') : `#${id}`
  }
  const options = [
    ...found.map(({ id, name }) => ({ value: id, label: name })),
    ...missing.map((id, place) => ({ value: id, label: labelOf(others[place], id) })),
  ]
  return (
    <FieldFrame
      label={translate('suppressedBy')}
      extra={translate('suppressedByNote')}
      error={errorAt(errors, 'suppressedBy')}
    >
      {(id) => (
        <Select<number[]>
          id={id}
          mode="multiple"
          maxCount={maximumSuppressors}
          placeholder={translate('chooseRules')}
          {...choices}
          value={draft.suppressedBy}
          onChange={(suppressedBy) => change({ suppressedBy }, ['suppressedBy'])}
          options={options}
        />
      )}
    </FieldFrame>
  )
}
