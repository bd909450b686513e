import { t } from '../language/language';
import { messageOf } from '../ui/dom';

/** Opens the camera, on a phone the one at its back. An error says what a person can do. */
export async function openStream(): Promise<MediaStream> {
  // Browsers leave this out where a page comes over plain http.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices?.getUserMedia) {
    throw new Error(t('Browsers open the camera only for pages that come over https or from your own machine. Choose pictures of the faces here.'));
  }
  try {
    return await devices.getUserMedia({ audio: false, video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } } });
  } catch (error) {
    throw new Error(remedy(error));
  }
}

function remedy(error: unknown): string {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
      return t('The browser may not use the camera here. Allow it in the settings of the browser and try again, or choose pictures of the faces.');
    case 'NotFoundError':
    case 'OverconstrainedError':
      return t('The browser finds no camera. Connect one and try again, or choose pictures of the faces.');
    default:
      return t('The camera does not open ({error}). Close other programs that use it and try again, or choose pictures of the faces.', { error: messageOf(error) });
  }
}

/** Ends the use of the camera, whose light goes out. */
export function closeStream(stream: MediaStream): void {
  stream.getTracks().forEach((track) => track.stop());
}
