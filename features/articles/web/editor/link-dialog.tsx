import { toggleMark } from 'prosemirror-commands'
import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CloseButton } from '#kit/ui/dialog/modal-dialog.tsx'
import { EntriesDialog } from '#kit/web/screens/entries-dialog.tsx'
import { isLinkTarget } from '../../contract/document.ts'
import { articleSchema } from './schema.ts'

const { link } = articleSchema.marks

interface LinkDialogProps {
  readonly view: EditorView
  readonly onClose: () => void
}

/** Where the selected words lead; an empty address takes the link away. */
export function LinkDialog({ view, onClose }: LinkDialogProps) {
  const translate = useTranslations('articles.editor')
  const present = presentLink(view)
  const [href, setHref] = useState(present)
  const [isWrong, setWrong] = useState(false)
  const submit = () => {
    const address = completed(href.trim())
    if (address !== '' && !isLinkTarget(address)) return setWrong(true)
    setLink(view, address)
    return onClose()
  }
  return (
    <EntriesDialog
      isChanged={href !== present}
      title={translate('linkTitle')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <CloseButton>{translate('cancel')}</CloseButton>
          <button type="submit" className="button primary">
            {translate('apply')}
          </button>
        </>
      }
    >
      <label className="field">
        <span className="field-label">{translate('address')}</span>
        <span className="input">
          <input
            data-first=""
            inputMode="url"
            maxLength={2_000}
            value={href}
            aria-invalid={isWrong}
            onChange={({ target }) => {
              setWrong(false)
              setHref(target.value)
            }}
          />
        </span>
        <small>{translate('addressHelp')}</small>
      </label>
      <p role="alert" className="article-problem">
        {isWrong ? translate('addressWrong') : ''}
      </p>
    </EntriesDialog>
  )
}

/** `example.org/a` is typed too. */
const completed = (typed: string): string =>
  /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(typed) ? `https://${typed}` : typed

function presentLink({ state }: EditorView): string {
  const { $from, from, to, empty } = state.selection
  if (empty) return String(link.isInSet($from.marks())?.attrs['href'] ?? '')
  let found = ''
  state.doc.nodesBetween(from, to, (node) => {
    found ||= String(link.isInSet(node.marks)?.attrs['href'] ?? '')
  })
  return found
}

/** On the selected words; where none are selected, on those of the link, or on the address. */
function setLink(view: EditorView, href: string): void {
  const { state, dispatch } = view
  const { empty } = state.selection
  const { from, to } = empty ? linkAround(view) : state.selection
  if (from < to) {
    const change = state.tr.removeMark(from, to, link)
    dispatch(href === '' ? change : change.addMark(from, to, link.create({ href })))
  } else if (href !== '') {
    dispatch(
      state.tr.replaceSelectionWith(articleSchema.text(href, [link.create({ href })]), false),
    )
  } else toggleMark(link)(state, dispatch)
}

function linkAround({ state: { selection } }: EditorView): { from: number; to: number } {
  const { $from } = selection
  const present = link.isInSet($from.marks())
  const start = $from.start()
  const spans: { from: number; to: number }[] = []
  if (present)
    $from.parent.forEach((node, offset) => {
      const [from, to] = [start + offset, start + offset + node.nodeSize]
      if (present.isInSet(node.marks) && from <= $from.pos && $from.pos <= to)
        spans.push({ from, to })
    })
  return spans[0] ?? { from: selection.from, to: selection.from }
}
