import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { maximumTitleLength } from './title-option.ts'

interface TitleFieldProps {
  readonly value: string
  /** What is there while it is empty. */
  readonly usual: string
  readonly onChange: (title: string) => void
}

/** The field for what a widget is called. */
export function TitleField({ value, usual, onChange }: TitleFieldProps) {
  const translate = useTranslations('widgets.several')
  // Read back, a title has lost the space at its end after which the next word is to come.
  const [typed, setTyped] = useState(value)
  return (
    <label className="field">
      <span className="field-label">{translate('title')}</span>
      <span className="input">
        <input
          value={typed}
          placeholder={usual}
          maxLength={maximumTitleLength}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange(target.value.trim())
          }}
        />
      </span>
    </label>
  )
}
