import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import { exportOwnPersonalData } from '#features/accounts/contract/personal-data.ts'
import { saveFile } from '#kit/web/browser/save-file.ts'
import { callFile } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'

/** Everything that is stored about oneself, as a file. */
export function OwnData() {
  const translate = useTranslations('session.ownData')
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile('warroom.zip', await callFile(exportOwnPersonalData, {})),
  })
  return (
    <section className="panel" aria-labelledby="own-data-title">
      <header className="panel-head">
        <h2 id="own-data-title">{translate('title')}</h2>
      </header>
      <div className="panel-body own-data">
        <p>{translate('text')}</p>
        <Button loading={isPending} onClick={() => mutate()}>
          {translate('export')}
        </Button>
      </div>
    </section>
  )
}
