import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SensorsWidgetEditorProps } from '#kit/web/widget-registry.ts'
import { PlotFields } from '../../plot/plot-fields.tsx'
import type { PlotOptions } from '../../plot/plot-options.ts'

/** A title of its own, and how far back. */
export default function TrendEditor(props: SensorsWidgetEditorProps<PlotOptions>) {
  const { sensors, options: stored, onChange } = props
  const translate = useTranslations('widgets.plot')
  const [options, setOptions] = useState(stored)
  const names = sensors.map(({ alias }) => alias).join(', ')
  const change = (next: PlotOptions) => {
    setOptions(next)
    onChange(next)
  }
  return (
    <PlotFields
      options={options}
      placeholder={names === '' ? translate('emptyMany') : names}
      onChange={change}
    />
  )
}
