import { Drawer } from 'antd'
import { useTranslations } from 'use-intl'
import { configurationFields, hasEffect } from '#features/sensors/contract/configuration.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { drafted, type Draft } from './draft/draft.ts'
import { FieldCell } from './table/field-cell.tsx'
import { useFieldWords } from './table/use-field-words.ts'

interface SensorDrawerProps {
  /** Null: closed. */
  readonly sensor: Sensor | null
  readonly draft: Draft
  readonly onClose: () => void
}

/** All fields of one sensor, one below the other. */
export function SensorDrawer({ sensor, draft, onClose }: SensorDrawerProps) {
  const words = useFieldWords()
  const translate = useTranslations('sensors.configuration')
  const entry = sensor ? draft.get(sensor.id) : undefined
  const shown = sensor && drafted(sensor, entry)
  return (
    <Drawer
      open={sensor !== null}
      onClose={onClose}
      title={shown?.alias}
      size="min(420px, 100vw)"
      closable={{ 'aria-label': translate('close') }}
    >
      <dl className="config-fields">
        {sensor &&
          shown &&
          configurationFields
            .filter((field) => hasEffect[field](shown))
            .map((field) => (
              <div key={field}>
                <dt>{words.field(field)}</dt>
                <dd>
                  <FieldCell sensor={sensor} entry={entry} field={field} isStop />
                </dd>
              </div>
            ))}
      </dl>
    </Drawer>
  )
}
