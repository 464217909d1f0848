import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { useInterrupted } from '#kit/web/screens/unsaved.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { isNarrowQuery, useMedia } from '#kit/web/browser/use-media.ts'
import type { RoleDetail } from '#features/accounts/contract/roles.ts'
import { permissionsQuery } from '../rights/query-permissions.ts'
import { rolesQuery } from '../rights/query-roles.ts'
import { RoleList } from './role-list.tsx'
import { RoleMatrix } from './role-matrix.tsx'
import { RoleNameDialog, roleNameForm, type NamedRole } from './role-name-dialog.tsx'
import { UnsavedRoles } from './unsaved-roles.tsx'
import { useMatrix } from './use-matrix.ts'
import '../administration.css'
import './roles.css'

/** `/administrator/roles` */
export default function RolesScreen() {
  return (
    <AntdProvider>
      <Roles />
    </AntdProvider>
  )
}

function Roles() {
  const translate = useTranslations('administration.roles')
  const roles = useQuery(rolesQuery)
  const permissions = useQuery(permissionsQuery)
  const failed = [roles, permissions].find(({ isError, data }) => isError && data === undefined)
  const interrupted = useInterrupted<NamedRole>(roleNameForm)
  const [named, setNamed] = useState<NamedRole | null>(interrupted ?? null)
  return (
    <div className="administration">
      <section className="panel roles" aria-labelledby="roles-title">
        <header className="panel-head administration-head">
          <h2 id="roles-title">{translate('title')}</h2>
          <span className="panel-note grow">{translate('note')}</span>
          <Button
            type="primary"
            icon={<Icon name="plus" />}
            onClick={() => setNamed({ kind: 'new' })}
          >
            {translate('add')}
          </Button>
        </header>
        {failed ? (
          <FailureNotice
            error={failed.error}
            onRetry={() => void Promise.all([roles.refetch(), permissions.refetch()])}
          />
        ) : (
          <Matrix
            roles={roles.data}
            permissions={permissions.data}
            onRename={(role) => setNamed({ kind: 'rename', role })}
          />
        )}
      </section>
      <RoleNameDialog named={named} roles={roles.data ?? []} onClose={() => setNamed(null)} />
    </div>
  )
}

interface MatrixProps {
  readonly roles: readonly RoleDetail[] | undefined
  readonly permissions:
    | readonly { readonly name: string; readonly product: string | null }[]
    | undefined
  readonly onRename: (role: RoleDetail) => void
}

function Matrix({ roles, permissions, onRename }: MatrixProps) {
  const isNarrow = useMedia(isNarrowQuery)
  const matrix = useMatrix(roles ?? [], permissions ?? [])
  if (!roles || !permissions) {
    return (
      <div className="record-waiting" aria-hidden="true">
        {Array.from({ length: 8 }, (_, line) => (
          <div key={line} className="skeleton" />
        ))}
      </div>
    )
  }
  const Shape = isNarrow ? RoleList : RoleMatrix
  return (
    <>
      <Shape
        roles={roles}
        permissions={permissions}
        draft={matrix.draft}
        onToggle={matrix.toggle}
        onRename={onRename}
      />
      <UnsavedRoles matrix={matrix} />
    </>
  )
}
