import { useQueryClient } from '@tanstack/react-query'
import { Form } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { stillHolds, useShowRefusedForm } from '#kit/web/antd/forms/antd-form.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { toast } from '#kit/web/toast.ts'
import { deviceQuery } from '../device/query-device.ts'
import { descriptionOf, entriesOf, type DeviceEntries } from './device-entries.ts'
import { useUpdateDevice } from './use-update-device.ts'

export const editDeviceForm = 'edit-device'

/** What a session that ended leaves: the entries, and the state that they started from. */
export interface InterruptedEdit {
  readonly entries: DeviceEntries
  readonly base: RegisteredDevice
}

/**
 * The entries of the form, the state that they started from, and the saving of them. `theirs` is
 * the newest state after somebody else saved meanwhile: nothing is overwritten until it was chosen
 * or passed over.
 */
export function useDeviceEditing(
  device: RegisteredDevice,
  interrupted: InterruptedEdit | undefined,
  onSaved: () => void,
) {
  const translate = useTranslations('devices.edit')
  const format = useFormat()
  const [form] = Form.useForm<DeviceEntries>()
  const [isDirty, setDirty] = useState(interrupted !== undefined)
  const [base, setBase] = useState(interrupted?.base ?? device)
  const [theirs, setTheirs] = useState<RegisteredDevice | null>(null)
  const { mutate, isPending } = useUpdateDevice(device.lesiId)
  const showRefusal = useSaveRefusal(base, form, setTheirs)
  const markSaved = useUnsaved(editDeviceForm, isDirty, () => ({
    entries: form.getFieldsValue(true) as DeviceEntries,
    base,
  }))
  const save = (entries: DeviceEntries, version: number) => {
    if (isPending) return
    const onSuccess = ({ device: saved }: { readonly device: RegisteredDevice }) => {
      toast('success', translate('saved'))
      // What is typed while the rest is saved stays, and is not saved.
      if (!stillHolds(form, entries)) return setBase(saved)
      setDirty(false)
      markSaved()
      onSaved()
    }
    mutate(
      { version, ...descriptionOf(entries, format) },
      { onSuccess, onError: (error) => void showRefusal(error) },
    )
  }
  return {
    form,
    initialEntries: interrupted?.entries ?? entriesOf(base, format),
    isDirty,
    isPending,
    onChange: () => setDirty(true),
    discard: markSaved,
    save: (entries: DeviceEntries) => save(entries, base.version),
    theirs: theirs && {
      take: () => {
        form.setFieldsValue(entriesOf(theirs, format))
        setBase(theirs)
        setDirty(false)
        setTheirs(null)
      },
      overwrite: () => {
        setTheirs(null)
        save(form.getFieldsValue(true) as DeviceEntries, theirs.version)
      },
    },
  }
}

/**
 * Shows why entries were not saved; an edit conflict goes to `onConflict` with the newest state.
 */
function useSaveRefusal(
  base: RegisteredDevice,
  form: ReturnType<typeof Form.useForm<DeviceEntries>>[0],
  onConflict: (newest: RegisteredDevice) => void,
) {
  const showRefusedForm = useShowRefusedForm(form)
  const client = useQueryClient()
  return async (failure: unknown) => {
    if (!(failure instanceof ApiError && failure.code === 'conflict'))
      return showRefusedForm(failure)
    const newest = await client
      .fetchQuery({ ...deviceQuery(base.lesiId), staleTime: 0 })
      .catch(() => null)
    if (newest === null) return showRefusedForm(failure)
    onConflict(newest.data)
  }
}
