import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import type { Preview } from '../../contract/mapping.ts'
import { roles, widthOf, type Draft, type Role } from './draft.ts'
import { SensorChoice } from './sensor-choice.tsx'

const maximumShown = 200
const examples = 3

interface ColumnsFieldProps {
  readonly table: Preview
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
}

/** Every column of the file with some of its values, and what it is. */
export function ColumnsField({ table, draft, onChange }: ColumnsFieldProps) {
  const translate = useTranslations('imports.form')
  const count = Math.min(widthOf(table), maximumShown)
  return (
    <ul className="import-columns" aria-label={translate('columns')}>
      {Array.from({ length: count }, (_, column) => {
        const name = table.head[column] || translate('columnNumber', { number: column + 1 })
        const role = draft.roles[column] ?? 'none'
        return (
          <li key={column} data-used={role !== 'none' || undefined}>
            <div className="import-column-what">
              <b className="clip" title={name}>
                {name}
              </b>
              <small className="clip">{examplesOf(table, column)}</small>
            </div>
            <Select<Role>
              aria-label={translate('roleOf', { column: name })}
              value={role}
              onChange={(chosen) => onChange({ roles: withRole(draft, column, chosen) })}
              options={roles[draft.shape].map((value) => ({
                value,
                label: translate(`roles.${value}`),
              }))}
            />
            {role === 'reading' && (
              <SensorChoice
                label={translate('sensorOf', { column: name })}
                chosen={draft.sensors[column] ?? null}
                onChange={(sensor) => onChange({ sensors: draft.sensors.with(column, sensor) })}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

const examplesOf = ({ rows }: Preview, column: number): string =>
  rows
    .map((row) => row[column] ?? '')
    .filter((text) => text !== '')
    .slice(0, examples)
    .join(' · ')

/** All but readings are in one column alone. */
function withRole({ roles: before }: Draft, column: number, role: Role): readonly Role[] {
  const isAlone = role !== 'none' && role !== 'reading'
  return before.map((each, at) => {
    if (at === column) return role
    return isAlone && each === role ? 'none' : each
  })
}
