import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { UnboundWidgetEditorProps } from '#kit/web/widget-registry.ts'
import { TitleField } from '../../several/title-field.tsx'
import { Markdown } from './markdown.tsx'
import { maximumNoteLength, type NoteOptions } from './note-options.ts'
import './note.css'

/** The title and the text, with the text below as it will be. */
export default function NoteEditor(props: UnboundWidgetEditorProps<NoteOptions>) {
  const { options, onChange } = props
  const translate = useTranslations('widgets.kinds.note')
  const format = useFormat()
  const hint = useId()
  return (
    <>
      <TitleField
        value={options.title}
        usual={translate('noTitle')}
        onChange={(title) => onChange({ ...options, title })}
      />
      <label className="field">
        <span className="field-label">{translate('text')}</span>
        <span className="input note-input">
          <textarea
            rows={7}
            value={options.text}
            maxLength={maximumNoteLength}
            aria-describedby={hint}
            onChange={({ target }) => onChange({ ...options, text: target.value })}
          />
        </span>
        <span className="note-hint" id={hint}>
          {translate('hint', {
            used: format.number(options.text.length),
            most: format.number(maximumNoteLength),
          })}
        </span>
      </label>
      {options.text.trim() === '' ? null : (
        <section className="note-text note-preview" aria-label={translate('preview')}>
          <Markdown text={options.text} />
        </section>
      )}
    </>
  )
}
