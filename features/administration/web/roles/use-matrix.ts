import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { toast } from '#kit/web/toast.ts'
import { useInterrupted, useUnsaved } from '#kit/web/screens/unsaved.ts'
import type { RoleDetail } from '#features/accounts/contract/roles.ts'
import {
  changesOf,
  emptyDraft,
  summaryOf,
  toggled,
  withoutSaved,
  type MatrixDraft,
} from './matrix-draft.ts'
import { useSetRolePermissions } from './use-set-role-permissions.ts'

const formName = 'role-permissions'

/**
 * Ticks that are not saved yet, and the saving of them. After a conflict they lie on top of the
 * newest state, to be looked at again.
 */
export function useMatrix(
  roles: readonly RoleDetail[],
  permissions: readonly { readonly name: string }[],
) {
  const translate = useTranslations('administration.roles')
  const interrupted = useInterrupted<MatrixDraft>(formName)
  const [draft, setDraft] = useState(interrupted ?? emptyDraft)
  const [hasConflict, setConflict] = useState(false)
  const held = useRef(draft)
  const change = (next: MatrixDraft) => {
    held.current = next
    setDraft(next)
  }
  const { mutate, isPending } = useSetRolePermissions((role) =>
    change(withoutSaved(held.current, draft, role)),
  )
  const summary = summaryOf(draft, roles)
  const markSaved = useUnsaved(formName, summary.boxes > 0, () => draft)
  const save = () => {
    if (isPending) return
    const names = permissions.map(({ name }) => name)
    mutate(changesOf(draft, roles, names), {
      onSuccess: () => {
        setConflict(false)
        // Boxes that were turned meanwhile are not saved.
        if (held.current.size === 0) markSaved()
        toast('success', translate('saved'))
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'conflict') setConflict(true)
        else void showFailure(error)
      },
    })
  }
  return {
    draft,
    summary,
    hasConflict,
    isPending,
    save,
    toggle: (role: RoleDetail, permission: string) =>
      change(toggled(held.current, role, permission)),
    cancel: () => {
      change(emptyDraft)
      setConflict(false)
    },
  }
}
