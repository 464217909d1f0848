import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { WidgetEditorProps } from '#kit/web/widget-registry.ts'
import { PlotFields } from '../../plot/plot-fields.tsx'
import { chartIcons, type ChartIcon, type ChartOptions } from './chart-options.ts'

/** Title, icon, the name beside the axis, and how far back. */
export default function ChartEditor(props: WidgetEditorProps<ChartOptions>) {
  const { sensor, options: stored, onChange } = props
  const translate = useTranslations('widgets.kinds.chart')
  const [options, setOptions] = useState(stored)
  const change = (next: ChartOptions) => {
    setOptions(next)
    onChange(next)
  }
  return (
    <>
      <PlotFields options={options} placeholder={sensor.alias} onChange={change} />
      <label className="field">
        <span className="field-label">{translate('verticalName')}</span>
        <span className="input">
          <input
            value={options.verticalName}
            maxLength={60}
            placeholder={sensor.unit}
            onChange={({ target }) => change({ ...options, verticalName: target.value })}
          />
        </span>
      </label>
      <label className="field">
        <span className="field-label">{translate('icon')}</span>
        <span className="input">
          <select
            value={options.icon}
            onChange={({ target }) => change({ ...options, icon: target.value as ChartIcon })}
          >
            {chartIcons.map((icon) => (
              <option key={icon} value={icon}>
                {translate(`icons.${icon}`)}
              </option>
            ))}
          </select>
        </span>
      </label>
    </>
  )
}
