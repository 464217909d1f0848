import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { useMatrix } from './use-matrix.ts'

/** Says what is not saved yet and whom it concerns; saves it or drops it. */
export function UnsavedRoles({ matrix }: { readonly matrix: ReturnType<typeof useMatrix> }) {
  const translate = useTranslations('administration.roles')
  const { boxes, roles, members } = matrix.summary
  const isShown = boxes > 0
  return (
    <div className="unsaved-bar" data-shown={isShown} role="status">
      {isShown && (
        <>
          <span className="grow">
            {matrix.hasConflict && (
              <b className="unsaved-conflict">
                <Icon name="info" size={14} />
                {translate('conflict')}
              </b>
            )}
            <b>{translate('changes', { count: boxes })}</b>{' '}
            <span>{translate('affects', { roles: roles.join(', '), members })}</span>
          </span>
          <Button disabled={matrix.isPending} onClick={matrix.cancel}>
            {translate('cancel')}
          </Button>
          <Button type="primary" loading={matrix.isPending} onClick={matrix.save}>
            {translate('save')}
          </Button>
        </>
      )}
    </div>
  )
}
