import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { changeShifts, listShifts } from '#features/shifts/contract/routes.ts'
import type { FieldErrors } from '#kit/model/calls/errors.ts'
import { maximumShifts, type Shift } from '#kit/model/time/shifts.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { useInterrupted, useUnsaved } from '#kit/web/screens/unsaved.ts'
import { toast } from '#kit/web/toast.ts'
import { ShiftRow } from './shift-row.tsx'

const formName = 'shifts'

interface ShiftsFormProps {
  readonly shifts: readonly Shift[]
  readonly timezone: string
}

/** All shifts of the site, changed together: the form shows at once whether they cover the day. */
export function ShiftsForm({ shifts: stored, timezone }: ShiftsFormProps) {
  const translate = useTranslations('administration.shifts')
  const [shifts, setShifts] = useState<readonly Shift[]>(
    useInterrupted<readonly Shift[]>(formName) ?? stored,
  )
  const [base, setBase] = useState(stored)
  /** What is being saved: it comes back in the order of the day. */
  const [sent, setSent] = useState(stored)
  const latest = useRef(shifts)
  const [errors, setErrors] = useState<FieldErrors>({})
  const isChanged = isOther(shifts, stored)
  if (base !== stored) {
    setBase(stored)
    // What is typed while others are saved, here or elsewhere, stays.
    if (!isOther(shifts, base) || !isOther(shifts, sent)) setShifts(stored)
  }
  const markSaved = useUnsaved(formName, isChanged, () => shifts)
  const { mutate, isPending } = useSave(setErrors)
  const change = (next: readonly Shift[]) => {
    latest.current = next
    setErrors({})
    setShifts(next)
  }
  const save = () => {
    if (!isChanged || isPending) return
    latest.current = shifts
    setSent(shifts)
    mutate(shifts, {
      onSuccess: () => {
        if (latest.current === shifts) markSaved()
      },
      onError: () => setSent(stored),
    })
  }
  return (
    <form
      className="shifts-form"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {shifts.length === 0 && <Suggestions onChoose={change} />}
      {shifts.length > 0 && (
        <ul className="shifts-list" aria-label={translate('title')}>
          {shifts.map((shift, index) => (
            <ShiftRow
              // A row has nothing else that stays while it is edited.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              {...{ shift, index, shifts, timezone, errors }}
              onChange={(next) => change(shifts.with(index, next))}
              onRemove={() => change(shifts.toSpliced(index, 1))}
            />
          ))}
        </ul>
      )}
      <div className="shifts-do">
        <Button
          icon={<Icon name="plus" />}
          disabled={shifts.length >= maximumShifts}
          onClick={() => change([...shifts, { name: '', start: '' }])}
        >
          {translate('add')}
        </Button>
        <span className="grow" />
        <Button disabled={!isChanged || isPending} onClick={() => change(stored)}>
          {translate('discard')}
        </Button>
        <Button type="primary" htmlType="submit" disabled={!isChanged} loading={isPending}>
          {translate('save')}
        </Button>
      </div>
    </form>
  )
}

const isOther = (one: readonly Shift[], other: readonly Shift[]) =>
  JSON.stringify(one) !== JSON.stringify(other)

/** The common shifts of a plant, as a start. */
function Suggestions({ onChoose }: { readonly onChoose: (shifts: readonly Shift[]) => void }) {
  const translate = useTranslations('administration.shifts')
  const three = (['early', 'late', 'night'] as const).map((name, index) => ({
    ...{ name: translate(name), start: ['06:00', '14:00', '22:00'][index] ?? '' },
  }))
  const two = (['day', 'night'] as const).map((name, index) => ({
    ...{ name: translate(name), start: ['06:00', '18:00'][index] ?? '' },
  }))
  return (
    <div className="shifts-none">
      <p>{translate('none')}</p>
      <Button onClick={() => onChoose(three)}>{translate('three')}</Button>
      <Button onClick={() => onChoose(two)}>{translate('two')}</Button>
    </div>
  )
}

function useSave(onRefused: (errors: FieldErrors) => void) {
  const translate = useTranslations('administration.shifts')
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (shifts: readonly Shift[]) => call(changeShifts, { body: { shifts: [...shifts] } }),
    onSuccess: async () => {
      toast('success', translate('saved'))
      await invalidate(client, listShifts)
    },
    onError: (error) => {
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) onRefused(error.errors)
      else void showFailure(error)
    },
  })
}
