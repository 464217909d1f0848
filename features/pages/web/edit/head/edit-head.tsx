import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { usePresence } from '#kit/web/live/use-presence.ts'
import { maximumNameLength } from '../../../contract/limits.ts'
import type { Board } from '../../../contract/board.ts'
import { announceEditing } from '../../calls/announce-editing.ts'
import { useBoardUpdates } from '../../calls/use-board-updates.ts'
import { isNameless } from '../content/page-content.ts'
import type { Editor } from '../state/use-editor.ts'
import { OtherEditors } from './others.tsx'

interface EditHeadProps {
  readonly board: Board
  readonly editor: Editor
  /** Of the button that opens the sensors; null: there is none. */
  readonly opener: RefObject<HTMLButtonElement | null> | null
  readonly onClose: () => void
  readonly onDrawer: () => void
}

/** The way out, the name of the page, undo and redo. */
export function EditHead({ board, editor, opener, onClose, onDrawer }: EditHeadProps) {
  const translate = useTranslations('pages.edit')
  const missing = useTranslations('pages.name')('missing')
  const { content, change } = editor
  useBoardUpdates()
  const others = usePresence(board.id, announceEditing)
  const isNewer = board.version > editor.base.version
  return (
    <header className="edit-head">
      <button
        type="button"
        className="icon-button"
        aria-label={translate('close')}
        title={translate('close')}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
      <label className="input">
        <span className="visually-hidden">{translate('name')}</span>
        <input
          dir="auto"
          value={content.name}
          maxLength={maximumNameLength}
          autoComplete="off"
          title={content.name}
          placeholder={board.name}
          aria-invalid={isNameless(content)}
          onChange={({ target }) =>
            change((page) => ({ ...page, name: target.value }), 'page name')
          }
        />
      </label>
      {isNameless(content) && (
        <p className="field-error" role="alert">
          <Icon name="info" size={13} />
          {missing}
        </p>
      )}
      <OtherEditors names={others} />
      {isNewer && <p role="status">{translate('newer')}</p>}
      <span className="grow" />
      <button
        type="button"
        className="button quiet"
        aria-keyshortcuts="Control+Z"
        aria-disabled={!editor.canUndo}
        onClick={editor.undo}
      >
        <Icon name="undo" />
        <span>{translate('undo')}</span>
      </button>
      <button
        type="button"
        className="button quiet"
        aria-keyshortcuts="Control+Shift+Z"
        aria-disabled={!editor.canRedo}
        onClick={editor.redo}
      >
        <Icon name="redo" />
        <span>{translate('redo')}</span>
      </button>
      {opener && (
        <button ref={opener} type="button" className="button" onClick={onDrawer}>
          <Icon name="plus" />
          {translate('sensors')}
        </button>
      )}
    </header>
  )
}
