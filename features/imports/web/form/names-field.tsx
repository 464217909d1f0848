import { useTranslations } from 'use-intl'
import type { NamedSensor, Outcome } from '../../contract/outcome.ts'
import type { Draft, NameDraft } from './draft.ts'
import { SensorChoice } from './sensor-choice.tsx'

interface NamesFieldProps {
  readonly draft: Draft
  readonly outcome: Outcome | null
  readonly onChange: (part: Partial<Draft>) => void
}

const maximumShown = 100

/** Names of the file that stand for no sensor yet, as the last dry run found them. */
export function NamesField({ draft, outcome, onChange }: NamesFieldProps) {
  const translate = useTranslations('imports.form')
  const open = (outcome?.names ?? []).filter(({ found }) => found === null).slice(0, maximumShown)
  if (open.length === 0) return null
  const chosenOf = (named: NamedSensor) => draft.names.find(isOf(named))?.sensor ?? null
  return (
    <fieldset className="import-names">
      <legend>{translate('names')}</legend>
      {open.map((named) => {
        const text = [named.device, named.name].filter((part) => part !== '').join(' · ')
        return (
          <div key={text} className="import-row">
            <span className="clip" title={text}>
              {text}
            </span>
            <SensorChoice
              label={translate('sensorOf', { column: text })}
              chosen={chosenOf(named)}
              onChange={(sensor) => {
                const others = draft.names.filter((each) => !isOf(named)(each))
                const { device, name } = named
                onChange({ names: sensor ? [...others, { device, name, sensor }] : others })
              }}
            />
          </div>
        )
      })}
    </fieldset>
  )
}

const isOf =
  ({ device, name }: NamedSensor) =>
  (each: NameDraft): boolean =>
    each.device === device && each.name === name
