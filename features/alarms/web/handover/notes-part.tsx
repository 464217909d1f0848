import { useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '#kit/ui/dialog/confirm-dialog.tsx'
import { Icon } from '#kit/ui/icon.tsx'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import {
  addHandoverNote,
  handover,
  maximumHandoverNote,
  removeHandoverNote,
  type HandoverNote,
} from '../../contract/handover.ts'

interface NotesPartProps {
  /** When the shift begins, ms UTC. */
  readonly shift: number
  readonly notes: readonly HandoverNote[]
  /** Of the note that is being written. */
  readonly text: string
  readonly onText: (text: string) => void
  readonly onAdded: (text: string) => void
}

/** What the shift writes down for the next. */
export function NotesPart({ notes, ...written }: NotesPartProps) {
  const translate = useTranslations('alarms')
  const format = useFormat()
  return (
    <section className="panel handover-part" aria-labelledby="handover-notes">
      <header className="panel-head">
        <h2 id="handover-notes">{translate('handover.notes')}</h2>
      </header>
      {notes.length === 0 && <p className="handover-none">{translate('handover.noNotes')}</p>}
      <ol className="handover-notes">
        {notes.map((note) => (
          <li key={note.id}>
            <p className="handover-text" dir="auto">
              {note.text}
            </p>
            <small>
              {note.author ?? translate('gone')}
              {', '}
              <span className="number">{format.moment(note.at, serverClock.now())}</span>
            </small>
            {note.mayRemove && <RemoveNote note={note} />}
          </li>
        ))}
      </ol>
      <NewNote {...written} />
    </section>
  )
}

function NewNote({ shift, text, onText, onAdded }: Omit<NotesPartProps, 'notes'>) {
  const translate = useTranslations('alarms.handover')
  const client = useQueryClient()
  const trimmed = text.trim()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(addHandoverNote, { body: { shift, text: trimmed } }),
    onSettled: () => invalidate(client, handover),
  })
  const submit = () => {
    if (trimmed !== '' && !isPending) mutate(undefined, { onSuccess: () => onAdded(text) })
  }
  return (
    <form
      className="handover-note-form screen-only"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Input.TextArea
        value={text}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={maximumHandoverNote}
        aria-label={translate('newNote')}
        placeholder={translate('newNote')}
        onChange={({ target }) => onText(target.value)}
      />
      {/* It keeps the focus. */}
      <button type="submit" className="button" aria-disabled={trimmed === '' || isPending}>
        {translate('addNote')}
      </button>
    </form>
  )
}

/** Removes a note, for everybody, after a question: nothing brings it back. */
function RemoveNote({ note }: { readonly note: HandoverNote }) {
  const translate = useTranslations('alarms.handover')
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(removeHandoverNote, { params: { id: note.id } }),
    onSettled: () => invalidate(client, handover),
  })
  return (
    <>
      <button
        type="button"
        className="icon-button small"
        title={translate('removeNote')}
        aria-label={translate('removeNote')}
        onClick={() => setAsked(true)}
      >
        <Icon name="close" size={13} />
      </button>
      {isAsked && (
        <ConfirmDialog
          title={translate('removeNoteTitle')}
          text={translate('removeNoteText', { text: isolated(note.text) })}
          confirm={translate('removeNote')}
          cancel={translate('cancel')}
          isPending={isPending}
          onConfirm={() => mutate(undefined, { onSuccess: close, onError: close })}
          onClose={close}
        />
      )}
    </>
  )
}
