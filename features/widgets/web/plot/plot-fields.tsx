import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { plotMinutes, type PlotOptions } from './plot-options.ts'
import './plot-fields.css'

const minuteMs = 60_000

interface PlotFieldsProps<Options extends PlotOptions> {
  readonly options: Options
  readonly placeholder: string
  readonly onChange: (options: Options) => void
}

/** The fields that the forms of all plots have. */
export function PlotFields<Options extends PlotOptions>(props: PlotFieldsProps<Options>) {
  const { options, placeholder, onChange } = props
  const translate = useTranslations('widgets.plot')
  const format = useFormat()
  return (
    <>
      <label className="field">
        <span className="field-label">{translate('title')}</span>
        <span className="input">
          <input
            value={options.title}
            maxLength={120}
            placeholder={placeholder}
            onChange={({ target }) => onChange({ ...options, title: target.value })}
          />
        </span>
      </label>
      <fieldset className="plot-minutes">
        <legend className="field-label">{translate('minutes')}</legend>
        {plotMinutes.map((minutes) => (
          <label key={minutes}>
            <input
              type="radio"
              name="minutes"
              checked={options.minutes === minutes}
              onChange={() => onChange({ ...options, minutes })}
            />
            {translate('last', { duration: format.age(minutes * minuteMs) })}
          </label>
        ))}
      </fieldset>
    </>
  )
}
