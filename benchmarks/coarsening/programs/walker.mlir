// A walker of a torso and two legs with hips and knees, ${steps} steps of time from `%start`: five angles, torso first,
// their speeds, and place and speed of the hips. `%p` has the strength and the phase of what turns hips and knees. The
// result is small if it has come far and stands upright. Joints have limits, muscles a largest strength; feet push on
// the ground while they are below it, and slide if what holds them is too weak.
func.func @f(%p: tensor<8xf64>, %start: tensor<14xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c12 = arith.constant 12 : index
  %c13 = arith.constant 13 : index
  %steps = arith.constant ${steps} : index
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %dt = arith.constant 0.01 : f64
  %pace = arith.constant 0.08 : f64          // of the muscles, each step
  %high = arith.constant 0.6 : f64           // limits of joints, and how stiff they are
  %low = arith.constant -0.5 : f64
  %stiff = arith.constant 30.0 : f64
  %damping = arith.constant 0.4 : f64
  %strongest = arith.constant 4.0 : f64
  %weakest = arith.constant -4.0 : f64
  %ground = arith.constant 400.0 : f64
  %absorb = arith.constant 12.0 : f64
  %grip = arith.constant 20.0 : f64
  %friction = arith.constant 0.8 : f64
  %gravity = arith.constant 9.81 : f64
  %light = arith.constant 4.0 : f64          // 1 / inertia of a limb
  %balance = arith.constant 3.0 : f64
  %ang0 = tensor.extract_slice %start[0] [5] [1] : tensor<14xf64> to tensor<5xf64>
  %vel0 = tensor.extract_slice %start[5] [5] [1] : tensor<14xf64> to tensor<5xf64>
  %x0 = tensor.extract %start[%c10] : tensor<14xf64>
  %y0 = tensor.extract %start[%c11] : tensor<14xf64>
  %vx0 = tensor.extract %start[%c12] : tensor<14xf64>
  %vy0 = tensor.extract %start[%c13] : tensor<14xf64>
  %four = tensor.empty() : tensor<4xf64>
  %two = tensor.empty() : tensor<2xf64>

  %end:6 = scf.for %t = %c0 to %steps step %c1
      iter_args(%ang = %ang0, %vel = %vel0, %x = %x0, %y = %y0, %vx = %vx0, %vy = %vy0)
      -> (tensor<5xf64>, tensor<5xf64>, f64, f64, f64, f64) {
    %ti = arith.index_cast %t : index to i64
    %tf = arith.sitofp %ti : i64 to f64
    %beat = arith.mulf %pace, %tf : f64
    %torso = tensor.extract %ang[%c0] : tensor<5xf64>
    %spin = tensor.extract %vel[%c0] : tensor<5xf64>

    // What each muscle wants.
    %wanted = scf.for %j = %c0 to %c4 step %c1 iter_args(%all = %four) -> tensor<4xf64> {
      %k = arith.addi %j, %c4 : index
      %strength = tensor.extract %p[%j] : tensor<8xf64>
      %phase = tensor.extract %p[%k] : tensor<8xf64>
      %at = arith.addf %beat, %phase : f64
      %sin = math.sin %at : f64
      %own = arith.mulf %strength, %sin : f64
      %more = tensor.insert %own into %all[%j] : tensor<4xf64>
      scf.yield %more : tensor<4xf64>
    }
    // Joints push back at their limits.
    %limited = scf.for %j = %c0 to %c4 step %c1 iter_args(%all = %wanted) -> tensor<4xf64> {
      %k = arith.addi %j, %c1 : index
      %a = tensor.extract %ang[%k] : tensor<5xf64>
      %own = tensor.extract %all[%j] : tensor<4xf64>
      %is_high = arith.cmpf ogt, %a, %high : f64
      %new = scf.if %is_high -> f64 {
        %over = arith.subf %a, %high : f64
        %back = arith.mulf %stiff, %over : f64
        %less = arith.subf %own, %back : f64
        scf.yield %less : f64
      } else {
        %is_low = arith.cmpf olt, %a, %low : f64
        %other = scf.if %is_low -> f64 {
          %under = arith.subf %low, %a : f64
          %back = arith.mulf %stiff, %under : f64
          %more = arith.addf %own, %back : f64
          scf.yield %more : f64
        } else {
          scf.yield %own : f64
        }
        scf.yield %other : f64
      }
      %more = tensor.insert %new into %all[%j] : tensor<4xf64>
      scf.yield %more : tensor<4xf64>
    }
    // They are damped, and muscles are only so strong.
    %turns = scf.for %j = %c0 to %c4 step %c1 iter_args(%all = %limited) -> tensor<4xf64> {
      %k = arith.addi %j, %c1 : index
      %w = tensor.extract %vel[%k] : tensor<5xf64>
      %own = tensor.extract %all[%j] : tensor<4xf64>
      %slow = arith.mulf %damping, %w : f64
      %damped = arith.subf %own, %slow : f64
      %is_strong = arith.cmpf ogt, %damped, %strongest : f64
      %new = scf.if %is_strong -> f64 {
        scf.yield %strongest : f64
      } else {
        %is_weak = arith.cmpf olt, %damped, %weakest : f64
        %other = arith.select %is_weak, %weakest, %damped : f64
        scf.yield %other : f64
      }
      %more = tensor.insert %new into %all[%j] : tensor<4xf64>
      scf.yield %more : tensor<4xf64>
    }
    // Where thighs and shins point, and where the feet are.
    %thighs = scf.for %l = %c0 to %c2 step %c1 iter_args(%all = %two) -> tensor<2xf64> {
      %k = arith.addi %l, %c1 : index
      %hip = tensor.extract %ang[%k] : tensor<5xf64>
      %own = arith.addf %torso, %hip : f64
      %more = tensor.insert %own into %all[%l] : tensor<2xf64>
      scf.yield %more : tensor<2xf64>
    }
    %shins = scf.for %l = %c0 to %c2 step %c1 iter_args(%all = %two) -> tensor<2xf64> {
      %k = arith.addi %l, %c3 : index
      %knee = tensor.extract %ang[%k] : tensor<5xf64>
      %thigh = tensor.extract %thighs[%l] : tensor<2xf64>
      %own = arith.addf %thigh, %knee : f64
      %more = tensor.insert %own into %all[%l] : tensor<2xf64>
      scf.yield %more : tensor<2xf64>
    }
    %ahead = scf.for %l = %c0 to %c2 step %c1 iter_args(%all = %two) -> tensor<2xf64> {
      %thigh = tensor.extract %thighs[%l] : tensor<2xf64>
      %shin = tensor.extract %shins[%l] : tensor<2xf64>
      %s0 = math.sin %thigh : f64
      %s1 = math.sin %shin : f64
      %sum = arith.addf %s0, %s1 : f64
      %own = arith.mulf %half, %sum : f64
      %more = tensor.insert %own into %all[%l] : tensor<2xf64>
      scf.yield %more : tensor<2xf64>
    }
    %below = scf.for %l = %c0 to %c2 step %c1 iter_args(%all = %two) -> tensor<2xf64> {
      %thigh = tensor.extract %thighs[%l] : tensor<2xf64>
      %shin = tensor.extract %shins[%l] : tensor<2xf64>
      %s0 = math.cos %thigh : f64
      %s1 = math.cos %shin : f64
      %sum = arith.addf %s0, %s1 : f64
      %own = arith.mulf %half, %sum : f64
      %more = tensor.insert %own into %all[%l] : tensor<2xf64>
      scf.yield %more : tensor<2xf64>
    }
    // How fast the feet are, along the ground and away from it.
    %speeds:2 = scf.for %l = %c0 to %c2 step %c1 iter_args(%along = %two, %away = %two) -> (tensor<2xf64>, tensor<2xf64>) {
      %h = arith.addi %l, %c1 : index
      %k = arith.addi %l, %c3 : index
      %thigh = tensor.extract %thighs[%l] : tensor<2xf64>
      %shin = tensor.extract %shins[%l] : tensor<2xf64>
      %w1 = tensor.extract %vel[%h] : tensor<5xf64>
      %w2 = tensor.extract %vel[%k] : tensor<5xf64>
      %wt = arith.addf %spin, %w1 : f64
      %ws = arith.addf %wt, %w2 : f64
      %ht = arith.mulf %half, %wt : f64
      %hs = arith.mulf %half, %ws : f64
      %ct = math.cos %thigh : f64
      %cs = math.cos %shin : f64
      %st = math.sin %thigh : f64
      %ss = math.sin %shin : f64
      %a0 = arith.mulf %ht, %ct : f64
      %a1 = arith.mulf %hs, %cs : f64
      %a2 = arith.addf %a0, %a1 : f64
      %a3 = arith.addf %vx, %a2 : f64
      %b0 = arith.mulf %ht, %st : f64
      %b1 = arith.mulf %hs, %ss : f64
      %b2 = arith.addf %b0, %b1 : f64
      %b3 = arith.addf %vy, %b2 : f64
      %along1 = tensor.insert %a3 into %along[%l] : tensor<2xf64>
      %away1 = tensor.insert %b3 into %away[%l] : tensor<2xf64>
      scf.yield %along1, %away1 : tensor<2xf64>, tensor<2xf64>
    }
    // What the ground gives back, and what keeps a foot from sliding.
    %pushes = scf.for %l = %c0 to %c2 step %c1 iter_args(%all = %two) -> tensor<2xf64> {
      %leg = tensor.extract %below[%l] : tensor<2xf64>
      %away = tensor.extract %speeds#1[%l] : tensor<2xf64>
      %height = arith.subf %y, %leg : f64
      %touches = arith.cmpf olt, %height, %zero : f64
      %own = scf.if %touches -> f64 {
        %deep = arith.negf %height : f64
        %spring = arith.mulf %ground, %deep : f64
        %sinks = arith.cmpf olt, %away, %zero : f64
        %push = scf.if %sinks -> f64 {
          %soft = arith.mulf %absorb, %away : f64
          %both = arith.subf %spring, %soft : f64
          scf.yield %both : f64
        } else {
          scf.yield %spring : f64
        }
        scf.yield %push : f64
      } else {
        scf.yield %zero : f64
      }
      %more = tensor.insert %own into %all[%l] : tensor<2xf64>
      scf.yield %more : tensor<2xf64>
    }
    %holds = scf.for %l = %c0 to %c2 step %c1 iter_args(%all = %two) -> tensor<2xf64> {
      %along = tensor.extract %speeds#0[%l] : tensor<2xf64>
      %push = tensor.extract %pushes[%l] : tensor<2xf64>
      %most = arith.mulf %friction, %push : f64
      %least = arith.negf %most : f64
      %slows = arith.mulf %grip, %along : f64
      %hold = arith.negf %slows : f64
      %is_most = arith.cmpf ogt, %hold, %most : f64
      %own = scf.if %is_most -> f64 {
        scf.yield %most : f64
      } else {
        %is_least = arith.cmpf olt, %hold, %least : f64
        %other = arith.select %is_least, %least, %hold : f64
        scf.yield %other : f64
      }
      %more = tensor.insert %own into %all[%l] : tensor<2xf64>
      scf.yield %more : tensor<2xf64>
    }
    %force:2 = scf.for %l = %c0 to %c2 step %c1 iter_args(%fx = %zero, %fy = %zero) -> (f64, f64) {
      %hold = tensor.extract %holds[%l] : tensor<2xf64>
      %push = tensor.extract %pushes[%l] : tensor<2xf64>
      %fx1 = arith.addf %fx, %hold : f64
      %fy1 = arith.addf %fy, %push : f64
      scf.yield %fx1, %fy1 : f64, f64
    }
    // All joints move; the torso is turned by what they do.
    %moved:3 = scf.for %j = %c0 to %c4 step %c1 iter_args(%angles = %ang, %ws = %vel, %sum = %zero)
        -> (tensor<5xf64>, tensor<5xf64>, f64) {
      %k = arith.addi %j, %c1 : index
      %l = arith.remui %j, %c2 : index
      %a = tensor.extract %angles[%k] : tensor<5xf64>
      %w = tensor.extract %ws[%k] : tensor<5xf64>
      %turn = tensor.extract %turns[%j] : tensor<4xf64>
      %hold = tensor.extract %holds[%l] : tensor<2xf64>
      %push = tensor.extract %pushes[%l] : tensor<2xf64>
      %forth = tensor.extract %ahead[%l] : tensor<2xf64>
      %leg = tensor.extract %below[%l] : tensor<2xf64>
      %m0 = arith.mulf %hold, %leg : f64
      %m1 = arith.mulf %push, %forth : f64
      %m2 = arith.addf %m0, %m1 : f64
      %m3 = arith.mulf %half, %m2 : f64
      %m4 = arith.addf %turn, %m3 : f64
      %m5 = arith.mulf %light, %m4 : f64
      %dw = arith.mulf %dt, %m5 : f64
      %w1 = arith.addf %w, %dw : f64
      %da = arith.mulf %dt, %w1 : f64
      %a1 = arith.addf %a, %da : f64
      %angles1 = tensor.insert %a1 into %angles[%k] : tensor<5xf64>
      %ws1 = tensor.insert %w1 into %ws[%k] : tensor<5xf64>
      %sum1 = arith.addf %sum, %turn : f64
      scf.yield %angles1, %ws1, %sum1 : tensor<5xf64>, tensor<5xf64>, f64
    }
    %lean = arith.mulf %balance, %torso : f64
    %react = arith.mulf %half, %moved#2 : f64
    %both = arith.addf %react, %lean : f64
    %dspin = arith.mulf %dt, %both : f64
    %spin1 = arith.subf %spin, %dspin : f64
    %dtorso = arith.mulf %dt, %spin1 : f64
    %torso1 = arith.addf %torso, %dtorso : f64
    %ang1 = tensor.insert %torso1 into %moved#0[%c0] : tensor<5xf64>
    %vel1 = tensor.insert %spin1 into %moved#1[%c0] : tensor<5xf64>
    %dvx = arith.mulf %dt, %force#0 : f64
    %vx1 = arith.addf %vx, %dvx : f64
    %fall = arith.subf %force#1, %gravity : f64
    %dvy = arith.mulf %dt, %fall : f64
    %vy1 = arith.addf %vy, %dvy : f64
    %dx = arith.mulf %dt, %vx1 : f64
    %x1 = arith.addf %x, %dx : f64
    %dy = arith.mulf %dt, %vy1 : f64
    %y1 = arith.addf %y, %dy : f64
    scf.yield %ang1, %vel1, %x1, %y1, %vx1, %vy1 : tensor<5xf64>, tensor<5xf64>, f64, f64, f64, f64
  }
  %leans = tensor.extract %end#0[%c0] : tensor<5xf64>
  %square = arith.mulf %leans, %leans : f64
  %upright = arith.mulf %half, %square : f64
  %result = arith.subf %upright, %end#2 : f64
  return %result : f64
}
