import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { UnboundWidgetProps } from '#kit/web/widget-registry.ts'
import { TitledFrame } from '../../several/titled-frame.tsx'
import { Markdown } from './markdown.tsx'
import type { NoteOptions } from './note-options.ts'
import './note.css'

/** What somebody wrote for those who look at the page. */
export default function NoteView({ size, options }: UnboundWidgetProps<NoteOptions>) {
  const translate = useTranslations('widgets.kinds.note')
  const { title, text } = options
  const label = title || translate('title')
  const content = useMemo(() => <Markdown text={text} />, [text])
  return (
    <TitledFrame {...{ kind: 'note-widget', size }} title={label} isTitleHidden={title === ''}>
      {text.trim() === '' ? (
        <p className="note-empty">{translate('empty')}</p>
      ) : (
        // What is too long scrolls, also by the keyboard.
        // oxlint-disable-next-line no-noninteractive-tabindex
        <div className="note-text" role="group" aria-label={label} tabIndex={0}>
          {content}
        </div>
      )}
    </TitledFrame>
  )
}
