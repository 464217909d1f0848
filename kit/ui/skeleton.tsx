/** The place of something that is still coming, as large as it will be (CSS lengths). */
export function Skeleton({ width, height }: { readonly width: string; readonly height: string }) {
  return <div className="skeleton" style={{ width, height }} aria-hidden="true" />
}
