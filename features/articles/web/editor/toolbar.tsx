import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { rovingRow } from '#kit/ui/roving-focus.ts'
import { actionNames, hasMark, toolbarActions } from './toolbar-actions.ts'
import { articleSchema } from './schema.ts'
import { LinkDialog } from './link-dialog.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { ToolbarIcon } from './toolbar-icon.tsx'

interface ToolbarProps {
  readonly view: EditorView
  /** Of the text below it. */
  readonly editorId: string
}

/** Buttons of the editor: one stop of the tab key, arrows move inside. */
export function Toolbar({ view, editorId }: ToolbarProps) {
  const translate = useTranslations('articles.editor')
  const [open, setOpen] = useState<'link' | 'image' | null>(null)
  const { state } = view
  const close = () => {
    // Below an open dialog nothing takes the focus.
    flushSync(() => setOpen(null))
    view.focus()
  }
  return (
    <>
      <div
        role="toolbar"
        aria-label={translate('toolbar')}
        aria-controls={editorId}
        className="article-toolbar"
        ref={rovingRow}
      >
        {actionNames.map((name) => {
          const { run, isActive } = toolbarActions[name]
          const isOff = !run(state)
          return (
            <button
              key={name}
              type="button"
              className="icon-button small"
              title={translate(name)}
              aria-label={translate(name)}
              {...(isActive ? { 'aria-pressed': isActive(state) } : {})}
              aria-disabled={isOff}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                run(view.state, view.dispatch, view)
                if (name !== 'undo' && name !== 'redo') view.focus()
              }}
            >
              <ToolbarIcon name={name} />
            </button>
          )
        })}
        {(['link', 'image'] as const).map((name) => (
          <button
            key={name}
            type="button"
            className="icon-button small"
            title={translate(name)}
            aria-label={translate(name)}
            aria-haspopup="dialog"
            {...(name === 'link'
              ? { 'aria-pressed': hasMark(state, articleSchema.marks.link) }
              : {})}
            onClick={() => setOpen(name)}
          >
            <ToolbarIcon name={name} />
          </button>
        ))}
      </div>
      {open === 'link' && <LinkDialog view={view} onClose={close} />}
      {open === 'image' && <PictureDialog view={view} onClose={close} />}
    </>
  )
}
