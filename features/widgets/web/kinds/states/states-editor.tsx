import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { trendWindowMs } from '#kit/web/live/index.ts'
import type { SensorsWidgetEditorProps } from '#kit/web/widget-registry.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { stateWindows, type StatesOptions } from './states-options.ts'
import '../../plot/plot-fields.css'

/** A title of its own, and how far back. */
export default function StatesEditor(props: SensorsWidgetEditorProps<StatesOptions>) {
  const { options: stored, onChange } = props
  const translate = useTranslations('widgets')
  const kind = useTranslations('widgets.kinds.states')
  const format = useFormat()
  const [options, setOptions] = useState(stored)
  const change = (next: StatesOptions) => {
    setOptions(next)
    onChange(next)
  }
  const names = {
    today: kind('today'),
    recent: kind('recent', { duration: format.age(trendWindowMs) }),
  }
  return (
    <>
      <label className="field">
        <span className="field-label">{translate('plot.title')}</span>
        <span className="input">
          <input
            value={options.title}
            maxLength={120}
            placeholder={translate('plot.emptyMany')}
            onChange={({ target }) => change({ ...options, title: target.value })}
          />
        </span>
      </label>
      <fieldset className="plot-minutes">
        <legend className="field-label">{kind('window')}</legend>
        {stateWindows.map((window) => (
          <label key={window}>
            <input
              type="radio"
              name="window"
              checked={options.window === window}
              onChange={() => change({ ...options, window })}
            />
            {names[window]}
          </label>
        ))}
      </fieldset>
    </>
  )
}
