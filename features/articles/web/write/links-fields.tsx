import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listAlarmRules } from '#features/alarms/contract/rule-routes.ts'
import { listSensors } from '#features/sensors/contract/routes.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { searched, useChoices, useSearch, useSearchedChoices } from '#kit/web/calls/use-choices.ts'
import { maximumLinks, type LinkedSensor } from '../../contract/fields.ts'

const listed = 50

interface FieldProps<Chosen> {
  readonly chosen: readonly Chosen[]
  readonly onChange: (chosen: readonly Chosen[]) => void
  readonly problem: ReactNode
}

const labelOf = ({ alias, lesiId }: LinkedSensor): string => `${alias} · ${lesiId}`

/** Sensors that the article is the procedure of, found by words of their names. */
export function SensorsField({ chosen, onChange, problem }: FieldProps<LinkedSensor>) {
  const translate = useTranslations('articles.write')
  const [isOpen, setOpen] = useState(false)
  const search = useSearch()
  const found = useQuery({
    ...queryOf(listSensors, { query: { find: search.find, page: 1, limit: listed } }),
    select: replyData,
    enabled: isOpen,
    ...searched,
  })
  const choices = useSearchedChoices(search, found, translate('nothingFound'))
  const known = new Map<number, LinkedSensor>(
    [...(found.data ?? []), ...chosen].map(({ id, lesiId, key, alias }) => [
      id,
      { id, lesiId, key, alias },
    ]),
  )
  return (
    <div className="field">
      <span className="field-label" aria-hidden="true">
        {translate('sensors')}
      </span>
      <Select<number[]>
        mode="multiple"
        aria-label={translate('sensors')}
        placeholder={translate('chooseSensors')}
        maxCount={maximumLinks}
        {...choices}
        onOpenChange={(opens) => {
          setOpen(opens)
          choices.onOpenChange(opens)
        }}
        value={chosen.map(({ id }) => id)}
        onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
        options={[...known.values()].map((each) => ({ value: each.id, label: labelOf(each) }))}
      />
      {problem}
    </div>
  )
}

/** Alarm rules that it is the procedure of. */
export function RulesField({ chosen, onChange, problem }: FieldProps<number>) {
  const translate = useTranslations('articles.write')
  const found = useQuery({
    ...queryOf(listAlarmRules, { query: { page: 1, limit: 1_000 } }),
    select: replyData,
    meta: { quiet: true },
  })
  const { data = [] } = found
  const choices = useChoices(found, translate('nothingFound'))
  const names = new Map(data.map(({ id, name }) => [id, name]))
  const missing = chosen.filter((id) => !names.has(id))
  return (
    <div className="field">
      <span className="field-label" aria-hidden="true">
        {translate('rules')}
      </span>
      <Select<number[]>
        mode="multiple"
        aria-label={translate('rules')}
        placeholder={translate('chooseRules')}
        maxCount={maximumLinks}
        showSearch={{ optionFilterProp: 'label' }}
        {...choices}
        value={[...chosen]}
        onChange={onChange}
        options={[
          ...data.map(({ id, name }) => ({ value: id, label: name })),
          ...missing.map((id) => ({ value: id, label: translate('rule', { id }) })),
        ]}
      />
      {problem}
    </div>
  )
}
