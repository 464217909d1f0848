import { useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { commentAlarm } from '../../../contract/routes.ts'
import { refetchAlarms } from '../actions/use-alarm-action.ts'

const maximumNote = 1_000

/** A note for those who look at the alarm later. */
export function NoteForm({ id }: { readonly id: number }) {
  const translate = useTranslations('alarms.note')
  const client = useQueryClient()
  const [text, setText] = useState('')
  const comment = text.trim()
  useUnsaved('alarm-note', comment !== '', () => null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(commentAlarm, { params: { id }, body: { comment } }),
    onSettled: () => refetchAlarms(client),
  })
  return (
    <form
      className="alarm-note"
      onSubmit={(event) => {
        event.preventDefault()
        if (comment !== '') mutate(undefined, { onSuccess: () => setText('') })
      }}
    >
      <Input.TextArea
        value={text}
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={maximumNote}
        aria-label={translate('label')}
        placeholder={translate('label')}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" className="button" disabled={comment === '' || isPending}>
        {translate('add')}
      </button>
    </form>
  )
}
