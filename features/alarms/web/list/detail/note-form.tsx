import { useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { useTranslations } from 'use-intl'
import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { useLatest } from '#kit/web/screens/late-answers.ts'
import { commentAlarm } from '../../../contract/routes.ts'
import { refetchAlarms } from '../actions/use-alarm-action.ts'
import { useAway } from '../actions/use-away.ts'

const maximumNote = 1_000

interface NoteFormProps {
  readonly id: number
  readonly text: string
  readonly onChange: (text: string) => void
}

/** A note for those who look at the alarm later. */
export function NoteForm({ id, text, onChange }: NoteFormProps) {
  const translate = useTranslations('alarms.note')
  const client = useQueryClient()
  const comment = text.trim()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(commentAlarm, { params: { id }, body: { comment } }),
    onSettled: () => refetchAlarms(client),
  })
  const { disabled: isAway, title } = useAway()
  const latest = useLatest(text)
  return (
    <form
      className="alarm-note"
      onSubmit={(event) => {
        event.preventDefault()
        if (comment === '' || isPending) return
        // What was typed meanwhile is not in the note.
        mutate(undefined, { onSuccess: () => latest.current === text && onChange('') })
      }}
    >
      <Input.TextArea
        value={text}
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={maximumNote}
        aria-label={translate('label')}
        placeholder={translate('label')}
        onChange={({ target }) => onChange(target.value)}
      />
      <button
        type="submit"
        className="button"
        title={title}
        disabled={isAway}
        // It keeps the focus.
        aria-disabled={comment === '' || isPending}
      >
        {translate('add')}
      </button>
    </form>
  )
}
