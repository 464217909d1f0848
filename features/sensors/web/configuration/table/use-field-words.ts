import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ConfigurationField } from '#features/sensors/contract/configuration.ts'
import { sensorTypes } from '#kit/model/sensor.ts'

export interface FieldWords {
  readonly field: (field: ConfigurationField) => string
  /** From the text of a field; what is no value of it stays as it was typed. */
  readonly value: (field: ConfigurationField, text: string) => string
  /** What a cell is called. */
  readonly cell: (cell: Readonly<Record<keyof typeof places, string>>) => string
}

/** Signs that no text has, in the places of the parts of a cell's name. */
const places = { field: '\u0001', sensor: '\u0002', value: '\u0003' } as const

/**
 * Names of fields, and values as the table shows them, in the language of the page. A table has
 * hundreds of cells, which come and go while it is scrolled: they share the words of the screen.
 */
export function useFieldWords(): FieldWords {
  const fields = useTranslations('sensors.fields')
  const types = useTranslations('sensors.types')
  const translate = useTranslations('sensors.configuration')
  return useMemo(() => {
    const pattern = translate('cell', places)
    return {
      field: (field) => fields(field),
      value: (field, text) => {
        if (field === 'isNew') return text === 'true' ? translate('new') : ''
        const type = field === 'type' ? sensorTypes.find((each) => each === text) : undefined
        return type ? types(type) : text
      },
      cell: (cell) =>
        Object.entries(places).reduce(
          (text, [part, place]) => text.replace(place, () => cell[part as keyof typeof places]),
          pattern,
        ),
    }
  }, [fields, types, translate])
}
