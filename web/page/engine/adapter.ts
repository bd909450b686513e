/** The GPU as the browser describes it. */
import type { Device } from './contract';
import { suspends } from './host';
import { job, wasm } from './module';
import { t } from '../language/language';

/** The limits that decide which tables fit. */
const LIMITS = [
  'maxBufferSize', 'maxStorageBufferBindingSize', 'maxComputeWorkgroupSizeX', 'maxComputeWorkgroupStorageSize',
] as const;

/** Opens the GPU, or says why not. */
export async function openGpu(): Promise<Omit<Device, 'tables'> | string> {
  if (!suspends) {
    return t('this browser has no JavaScript Promise Integration for WebAssembly');
  }
  if (!navigator.gpu) {
    return t('this browser has no WebGPU, or it is switched off');
  }
  const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) {
    return t('the browser offers none');
  }
  try {
    const { isSoftware } = await job<{ isSoftware: boolean }>(() => wasm.prepare_open());
    const limits = Object.fromEntries(LIMITS.map((name) => [name, adapter.limits[name]]));
    return { kind: 'gpu', name: nameOf(adapter.info), isSoftware, limits };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function nameOf({ vendor, architecture, device, description }: GPUAdapterInfo): string {
  return description || [vendor, architecture, device].filter(Boolean).join(' ') || 'GPU';
}
