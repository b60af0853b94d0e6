import './images.part.ts'
import './modules.part.ts'
import './requests.part.ts'
import './wrong-types.part.ts'
