import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { WidgetEditorProps } from '#kit/web/widget-registry.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useWords } from './words.ts'
import { fixedScale, type ScaleOptions } from './fixed-scale.ts'
import './scale-editor.css'

const ends = ['low', 'high'] as const
type Texts = Readonly<Record<(typeof ends)[number], string>>

const automatic: ScaleOptions = { low: null, high: null }

/** The two ends of the scale; an empty one is found from the sensor. */
export default function ScaleEditor(props: WidgetEditorProps<ScaleOptions>) {
  const { sensor, options, onChange } = props
  const translate = useTranslations('widgets.scale')
  const words = useWords()
  const written = (end: number | null) => (end === null ? '' : words.format.write(end))
  const [texts, setTexts] = useState<Texts>({
    low: written(options.low),
    high: written(options.high),
  })
  const { read } = words.format
  const problem = problemOf(texts, read)
  const own = fixedScale(sensor, automatic)
  const change = (next: Texts) => {
    setTexts(next)
    onChange(problemOf(next, read) === null ? optionsOf(next, read) : null)
  }
  return (
    <fieldset className="scale-editor">
      <legend>{translate('title')}</legend>
      {ends.map((end) => (
        <label key={end} className="field" data-invalid={problem?.end === end ? '' : undefined}>
          <span className="field-label">
            {translate(end)}
            {sensor.unit === '' ? '' : ` (${sensor.unit})`}
          </span>
          <span className="input">
            <input
              inputMode="decimal"
              value={texts[end]}
              placeholder={own ? written(Number(own[end].toFixed(sensor.decimals))) : ''}
              aria-invalid={problem?.end === end}
              onChange={({ target }) => change({ ...texts, [end]: target.value })}
            />
          </span>
        </label>
      ))}
      <p className="field-error" role="status">
        {problem && (
          <>
            <Icon name="warning" />
            {translate(problem.reason)}
          </>
        )}
      </p>
      <p className="scale-editor-hint">{translate(own ? 'emptyIsAutomatic' : 'nothingKnown')}</p>
    </fieldset>
  )
}

/** A number from what a person typed; null for nothing, undefined for what is none. */
type Read = (text: string) => number | null | undefined

function optionsOf({ low, high }: Texts, read: Read): ScaleOptions {
  return { low: read(low) ?? null, high: read(high) ?? null }
}

interface Problem {
  readonly end: (typeof ends)[number]
  readonly reason: 'notANumber' | 'notInOrder'
}

function problemOf(texts: Texts, read: Read): Problem | null {
  const unread = ends.find((end) => read(texts[end]) === undefined)
  if (unread !== undefined) return { end: unread, reason: 'notANumber' }
  const { low, high } = optionsOf(texts, read)
  return low !== null && high !== null && low >= high ? { end: 'high', reason: 'notInOrder' } : null
}
