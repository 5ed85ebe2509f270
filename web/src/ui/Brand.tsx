import { config } from '../lib/session/config.ts'

export const Mark = ({ className = 'size-8' }: { className?: string }) => (
  <img src="/icon.svg" alt="" className={`${className} rounded-md`} />
)

export const Brand = () => (
  <span className="flex items-center gap-2.5">
    <Mark />
    <span className="text-lg font-semibold tracking-tight">{config().productName}</span>
  </span>
)
