import { useTranslations } from 'use-intl'
import { Skeleton } from '#kit/ui/skeleton.tsx'

/**
 * The place of what a screen is about while it is on its way, as high as it will be (a CSS length);
 * read out as loading.
 */
export function LoadingPlace({ height }: { readonly height: string }) {
  const translate = useTranslations('common')
  return (
    <div role="status">
      <span className="visually-hidden">{translate('loading')}</span>
      <Skeleton width="100%" height={height} />
    </div>
  )
}
