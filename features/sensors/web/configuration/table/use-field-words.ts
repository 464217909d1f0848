import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ConfigurationField } from '#features/sensors/contract/configuration.ts'
import { sensorTypes } from '#kit/model/sensor.ts'

/** Names of fields, and values as the table shows them, in the language of the page. */
export function useFieldWords() {
  const fields = useTranslations('sensors.fields')
  const types = useTranslations('sensors.types')
  const translate = useTranslations('sensors.configuration')
  return useMemo(
    () => ({
      field: (field: ConfigurationField) => fields(field),
      /** From the text of a field; what is no value of it stays as it was typed. */
      value: (field: ConfigurationField, text: string) => {
        if (field === 'isNew') return text === 'true' ? translate('new') : ''
        const type = field === 'type' ? sensorTypes.find((each) => each === text) : undefined
        return type ? types(type) : text
      },
    }),
    [fields, types, translate],
  )
}
